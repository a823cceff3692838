import { expect, test } from '@playwright/test';

test('a plant is paid for', async ({ page }) => {
  await page.goto('/cart.html');
  const plants = page.getByRole('list', { name: 'Plants' });
  await expect(plants.getByRole('button', { name: 'Remove' })).toBeVisible();
  await page.getByLabel('Voucher').fill('SPRING');
  await page.getByRole('button', { name: 'Pay 12 €' }).click();
  await expect(page.getByRole('status')).toHaveText(`${total} €`);
  await page.getByText(`Thank you, ${name}`).waitFor();
});
