import 'stillpage/vitest';
import 'stillpage-screenshot';
import { afterEach, expect, test } from 'vitest';
import tests from './tests.cjs';

tests({ test, expect, afterEach });

test('an inline snapshot keeps its pattern', () => {
  expect('<h1>Cart</h1><p>3 pots</p>').toMatchAriaInlineSnapshot(`
    - heading "Cart" [level=1]
    - paragraph: /\\d+ pots/
  `);
});
