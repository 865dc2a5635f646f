import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../support/services/database.ts'

let one: Awaited<ReturnType<typeof createTestDatabase>>
let other: typeof one
beforeAll(async () => {
  one = await createTestDatabase()
  other = await createTestDatabase()
})
afterAll(async () => {
  await one.drop()
  await other.drop()
})

test('two test databases are independent', async () => {
  await one.database.pool.query(
    "insert into faqs (id, question_en, question_ar, answer_en, answer_ar) values (gen_random_uuid(), 'Who?', 'مَن؟', 'You', 'أنت')",
  )
  const count = async ({ database }: typeof one) =>
    (await database.pool.query('select search from faqs')).rows
  expect(await count(one)).toEqual([{ search: 'who?\nمن؟\nyou\nانت' }])
  expect(await count(other)).toEqual([])
})
