// Compiled, not run: what users write has the types that they expect.
import { Page, Session, StillpageError, open, matchAriaText } from 'stillpage';
import type { Box, ClickCheck, Locator } from 'stillpage';

const page: Page = Page.fromHTML('<p>', { url: 'https://example.org/', viewport: { width: 390, height: 844 }, colorScheme: 'dark', files: { 'a.css': '' } });
const snapshot: string = page.ariaSnapshot({ mode: 'ai', ref: 'e2', boxes: true });
const button: Locator = page.getByRole('listitem').filter({ hasText: /tea/i }).getByRole('button', { name: 'Add', exact: true }).nth(0);
const box: Box | null = button.boundingBox();
const click: ClickCheck = page.checkClick(button, { policy: 'playwright' });
const price: number = page.extract<{ price: number }>({ type: 'object' }).data.price;
const later: Promise<Page> = open(new URL('file:///page.html'));
const sent: string[] = page.getByLabel('Query').fill('rye').map(({ effect }) => effect);
const session = new Session({ numbering: 'stable' });
const again: Session = Session.fromBytes(session.toBytes());
const matches: boolean = matchAriaText(snapshot, '- button').matches;
declare const element: HTMLElement;
Page.fromDocument(element).free();
{
  using scoped = Page.fromHTML('<p>');
  scoped.title();
}
try {
  again.resolve(page, 'e1');
} catch (error) {
  if (error instanceof StillpageError) error.hint.toUpperCase();
}
// @ts-expect-error There is no such mode.
page.ariaSnapshot({ mode: 'all' });
// @ts-expect-error A page is made by its static methods.
new Page();
// @ts-expect-error A number is no target.
page.checkClick(3);
export { box, click, later, matches, price, sent };
