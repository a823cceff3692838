require('stillpage/jest');
require('stillpage-screenshot');
require('./tests.cjs')({ test, expect, afterEach });

test('an inline snapshot keeps its pattern', () => {
  expect('<h1>Cart</h1><p>3 pots</p>').toMatchAriaInlineSnapshot(`
    - heading "Cart" [level=1]
    - paragraph: /\\d+ pots/
  `);
});
