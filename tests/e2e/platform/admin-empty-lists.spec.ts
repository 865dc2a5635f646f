import { expect, expectAccessible, test } from '../support/fixtures.ts'

const lists = [
  ['competition', 'competitions'],
  ['partner', 'partners'],
  ['message', 'messages'],
] as const

for (const [entity, name] of lists)
  test(`an empty list of ${name} says what to do first`, { tag: ['@arabic', '@nightly'] }, async ({
    adminPage: page,
    texts,
  }) => {
    await page.route(
      (url) => url.pathname === `/api/admin/${name}/` || url.pathname === `/api/admin/${name}`,
      async (route) => {
        const response = await route.fetch()
        await route.fulfill({
          response,
          json: { ...(await response.json()), [name]: [], totalItems: 0, total: 0 },
        })
      },
    )
    await page.goto(`/admin/${name}`)
    await expect(page.getByText(texts.adminEntities[entity].empty.title)).toBeVisible()
    await expect(page.getByText(texts.adminEntities[entity].empty.hint)).toBeVisible()
    await expectAccessible(page)
    if (entity === 'message') return
    await page.getByRole('link', { name: texts.adminEntities[entity].empty.add }).click()
    await expect(page).toHaveURL(new RegExp(`/admin/${name}/new$`))
  })
