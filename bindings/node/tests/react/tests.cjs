// The tests of the app, the same for both runners.
const { cleanup, fireEvent, render } = require('@testing-library/react');
const cases = require('./cases.cjs');

module.exports = ({ test, expect, afterEach }) => {
  afterEach(cleanup);
  for (const { name, element, act, template, refused } of cases) {
    test(name, () => {
      const view = render(element);
      act?.(fireEvent, view);
      expect(view).toMatchAriaSnapshot(template);
      expect(view).not.toMatchAriaSnapshot(`${template}\n- button "Not there"`);
      const button = view.container.querySelector('button');
      if (button) {
        expect(button).toBeVisible();
        expect(button).toHaveRole(button.getAttribute('role') ?? 'button');
        if (refused) expect(button).not.toBeClickable();
        else expect(button).toBeClickable();
      }
    });
  }
  test('the stored snapshot of a page, with a pattern', () => {
    const view = render(cases[0].element);
    expect(view).toMatchAriaSnapshot();
  });
  test('the stored picture of a page', () => {
    const view = render(cases[0].element);
    expect(view).toMatchScreenshot('first');
    expect(view.getByRole('button')).toMatchScreenshot('a button', { scale: 2 });
  });
  test('a failure says what covers the button', () => {
    const view = render(cases.find(({ name }) => name.startsWith('a dialog')).element);
    expect(() => expect(view.getByText('Pay')).toBeClickable()).toThrow(/<div> dialog "Fern" covers it/);
    expect(view).toHaveNoAuditViolations({ skip: ['page-has-heading-one'] });
  });
};
