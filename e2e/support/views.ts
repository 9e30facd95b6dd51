import type { Locator, Page } from '@playwright/test';

/** Goes to the Context view by the navigation that is in sight: above on wide screens, below on phones. */
export async function goToContext(page: Page): Promise<Locator> {
  await page
    .getByRole('navigation')
    .getByText('Context', { exact: true })
    .locator('visible=true')
    .first()
    .click();
  const view = page.getByTestId('context-view');
  await view.waitFor();
  return view;
}
