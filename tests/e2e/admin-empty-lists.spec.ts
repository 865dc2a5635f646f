import { expect, expectAccessible, test } from './support/fixtures.ts'

const lists = [
  ['competitions', 'competitions'],
  ['partners', 'partners'],
  ['messages', 'messages'],
] as const

for (const [name, rowsKey] of lists)
  test(`an empty list of ${name} says what to do first`, { tag: '@bilingual' }, async ({ adminPage: page, texts }) => {
    await page.route(
      (url) => url.pathname === `/api/admin/${name}/` || url.pathname === `/api/admin/${name}`,
      async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response, json: { ...(await response.json()), [rowsKey]: [], totalItems: 0, total: 0 } })
      },
    )
    await page.goto(`/admin/${name}`)
    await expect(page.getByText(texts.adminEmptyLists.titles[name])).toBeVisible()
    await expect(page.getByText(texts.adminEmptyLists.hints[name])).toBeVisible()
    await expectAccessible(page)
    if (name === 'messages') return
    await page.getByRole('link', { name: texts.adminEmptyLists.add[name] }).click()
    await expect(page).toHaveURL(new RegExp(`/admin/${name}/new$`))
  })
