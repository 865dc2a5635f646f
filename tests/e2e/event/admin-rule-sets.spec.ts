import type { Page } from '@playwright/test'
import { getPath } from '#contract/platform/call-path.ts'
import { createPanelRuleSet } from '../../support/api/panels.ts'
import { createUniqueName, expect, expectAccessible, test } from '../support/fixtures.ts'
import { addSlot, ask, createEventWithTeams, type Team } from '../support/judging.ts'

test('an administrator makes the rules of an event, previews changed ranks and enters a score sheet', {
  tag: '@nightly',
}, async ({ adminPage: page, asAdmin, texts, language }) => {
  const form = new FormData()
  const fields = {
    title_en: createUniqueName('Rules'),
    title_ar: 'قواعد',
    description_en: 'One',
    description_ar: 'واحد',
  }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const { event } = await (await asAdmin('/api/admin/events/', { method: 'POST', body: form })).json()
  const words = texts.adminRuleSets
  const ruleSetLabelField = (within: Page | ReturnType<Page['getByRole']>, lang: 'english' | 'arabic') =>
    within.getByLabel(`${words.label} (${texts.admin.form[lang]})`)

  // a template, with an added field whose key follows the English label
  await page.goto(`/admin/events/${event._id}/scores`)
  await page.getByRole('link', { name: texts.adminEvents.tabs.names.rules }).click()
  await expect(page.getByText(words.defaultRanking)).toBeVisible()
  await expectAccessible(page)
  await page
    .getByRole('button', {
      name: new RegExp(`${words.start}: (Virtual Robot Challenges|تحديات الروبوت الافتراضي)`),
    })
    .click()
  await page.getByRole('button', { name: words.addField }).click()
  await ruleSetLabelField(page, 'english').fill('Cubes in the zone')
  await expect(page.getByLabel(words.key, { exact: true })).toHaveValue('cubes_in_the_zone')
  await page.getByRole('button', { name: words.save }).click()
  // the Arabic label is missing; the message is at its field and the English one is still there
  await expect(ruleSetLabelField(page, 'arabic')).toBeFocused()
  await expect(page.getByText(texts.fieldErrors.required).first()).toBeVisible()
  await expect(ruleSetLabelField(page, 'english')).toHaveValue('Cubes in the zone')
  await ruleSetLabelField(page, 'arabic').fill('المكعبات في المنطقة')
  const preview = page.getByRole('region', { name: words.preview })
  const cubes = language === 'ar' ? 'المكعبات في المنطقة' : 'Cubes in the zone'
  await preview.getByLabel(cubes, { exact: true }).fill('7')
  // more than the maximum cannot be entered
  await preview.getByLabel(cubes, { exact: true }).fill('11')
  await expect(preview.getByLabel(cubes, { exact: true })).toHaveValue('7')
  await expect(preview.getByRole('status', { name: texts.scoreSheet.result })).toContainText('7')
  // a mean of the rounds that skipping a round would improve, a factor and a condition; then the best round
  // again
  const choose = async (label: string, option: string) => {
    await page.getByRole('combobox', { name: label, exact: true }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  await choose(words.combine, words.combinations.mean)
  await expect(page.getByText(words.omittedRound)).toBeVisible()
  await page.getByRole('button', { name: words.addFactor }).click()
  await expect(page.getByRole('combobox', { name: words.factorCondition })).toHaveValue(
    words.eachUnit.replace('{{field}}', cubes),
  )
  await page
    .getByRole('button', {
      name: words.removeItem.replace('{{name}}', words.factor.replace('{{number}}', '1')),
    })
    .click()
  await choose(words.onlyIf, words.always)
  // the number of rounds stands beside the choice that has one
  const { sumOfBest, bestThenNext, best } = words.combinations
  await choose(words.combine, sumOfBest.replace('{{number}}', '2').replace('{{rounds}}', '3'))
  await expect(page.getByLabel(words.countedRounds)).toHaveValue('2')
  await choose(words.combine, bestThenNext)
  await expect(page.getByLabel(words.comparedRounds)).toHaveValue('2')
  await choose(words.combine, best)
  await expect(page.getByText(words.omittedRound)).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: words.save }).click()
  await expect(page.getByText(words.version.replace('{{version}}', '1'))).toBeVisible()

  // two score sheets
  const dialog = page.getByRole('dialog')
  const points = language === 'ar' ? 'النقاط' : 'Points'
  const time = language === 'ar' ? 'الزمن' : 'Time'
  await page.goto(`/admin/events/${event._id}/scores`)
  for (const [player, score, seconds, count] of [
    ['Huda', '20', '60', '0'],
    ['Omar', '18', '50', '5'],
  ] as const) {
    await page.getByRole('button', { name: texts.adminScores.add, exact: true }).click()
    await dialog.getByText(texts.adminScores.form.guest).click()
    await dialog.getByLabel(texts.adminScores.fields.playerName, { exact: true }).fill(player)
    await dialog.getByLabel(points, { exact: true }).fill(score)
    await dialog.getByLabel(time, { exact: true }).fill(seconds)
    // a required field is empty
    await dialog.getByRole('button', { name: texts.adminScores.save, exact: true }).click()
    await expect(dialog.getByText(texts.fieldErrors.required)).toBeVisible()
    await dialog.getByLabel(cubes, { exact: true }).fill(count)
    if (player === 'Huda') await expectAccessible(page)
    await dialog.getByRole('button', { name: texts.adminScores.save, exact: true }).click()
    await expect(page.getByRole('row', { name: new RegExp(player) })).toBeVisible()
  }
  await expect(page.getByRole('row').nth(1)).toContainText('Omar')
  // a sheet is corrected in the same form, with a reason
  await page.getByRole('button', { name: texts.adminScores.more.replace('{{name}}', 'Omar') }).click()
  await page.getByRole('button', { name: texts.adminScores.editAttempt }).click()
  await expect(dialog.getByLabel(points, { exact: true })).toHaveValue('18')
  await dialog.getByLabel(cubes, { exact: true }).fill('6')
  await dialog.getByLabel(texts.adminScores.reason).fill('One cube was overlooked')
  await expectAccessible(page, { part: '[role=dialog]' })
  await dialog.getByRole('button', { name: texts.adminScores.save, exact: true }).click()
  await expect(page.getByRole('row').nth(1)).toContainText('24')

  // without points for cubes, Huda is first: the dialog says so before the rules are saved
  await page.goto(`/admin/events/${event._id}/rules`)
  await page.getByRole('button', { name: new RegExp(`^${cubes}`) }).click()
  await page.getByLabel(words.pointsPerUnit).fill('0')
  await page.getByRole('button', { name: words.save }).click()
  await expect(dialog.getByRole('row', { name: /Huda/ }).getByRole('cell')).toHaveText(['2', '1', '20', '20'])
  await expectAccessible(page)
  await dialog.getByRole('button', { name: texts.admin.list.cancel }).click()
  await expect(page.getByLabel(words.pointsPerUnit)).toHaveValue('0')
  await page.getByRole('button', { name: words.save }).click()
  await dialog.getByRole('button', { name: words.save }).click()
  await expect(page.getByText(words.version.replace('{{version}}', '2'))).toBeVisible()

  // the printed score sheets
  await page.getByRole('link', { name: words.print }).click()
  await expect(page.getByRole('heading', { name: words.printTitle })).toBeVisible()
  await expect(page.getByRole('rowheader', { name: cubes })).toHaveCount(3)
  await expectAccessible(page)
})

test('the editor warns where lower first meets sum or best, and says what a skipped round counts as', {
  tag: ['@arabic', '@nightly'],
}, async ({ adminPage: page, asAdmin, texts }) => {
  const form = new FormData()
  const fields = {
    title_en: createUniqueName('Skipped'),
    title_ar: 'جولات',
    description_en: 'One',
    description_ar: 'واحد',
  }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const { event } = await (await asAdmin('/api/admin/events/', { method: 'POST', body: form })).json()
  const words = texts.adminRuleSets
  await page.goto(`/admin/events/${event._id}/rules`)
  await page
    .getByRole('button', {
      name: new RegExp(`${words.start}: (Virtual Robot Challenges|تحديات الروبوت الافتراضي)`),
    })
    .click()
  const choose = async (label: string, option: string, nth = 0) => {
    await page.getByRole('combobox', { name: label }).nth(nth).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  // the template ranks by points, then by the lower time of the best round
  await expect(page.getByText(words.lowerFirst.best)).toBeHidden()
  await expect(page.getByText(words.lowerFirst.sum)).toBeHidden()
  await choose(words.rankingOrder, words.orders.low)
  await expect(page.getByText(words.lowerFirst.best)).toBeVisible()
  await expectAccessible(page)
  await choose(words.combine, words.combinations.sum)
  await expect(page.getByText(words.lowerFirst.best)).toBeHidden()
  await expect(page.getByText(words.lowerFirst.sum)).toBeVisible()
  await choose(words.skippedRound, words.skippedRounds.missing)
  await expect(page.getByText(words.lowerFirst.sum)).toBeHidden()
  await choose(words.skippedRound, words.skippedRounds.value)
  await expect(page.getByText(words.lowerFirst.sum)).toBeHidden()
  await page.getByLabel(words.skippedRoundPoints).fill('1.2345')
  await page.getByRole('button', { name: words.save }).click()
  // the message is at the number, which is still there
  await expect(page.getByText(words.badNumber)).toBeVisible()
  await expect(page.getByLabel(words.skippedRoundPoints)).toHaveValue('1.2345')
  await page.getByLabel(words.skippedRoundPoints).fill('25')
  await page.getByLabel(words.skippedRoundTime).fill('3:00')
  await expectAccessible(page)
  await page.getByRole('button', { name: words.save }).click()
  await expect(page.getByText(words.version.replace('{{version}}', '1'))).toBeVisible()
  const { ruleSet } = await (await asAdmin(`/api/admin/events/${event._id}/rule-set`)).json()
  expect(ruleSet.groups[0].missingRound).toEqual({ countsAs: 'value', points: 25, timeMs: 180_000 })
  await page.getByRole('link', { name: words.print }).click()
  await expect(page.getByText(new RegExp(`${words.skippedRound}:.*25.*3:00`)).first()).toBeVisible()
})

test('the editor keeps a wrong number of judges, says what a moved condition needs, and prints a sheet for each judge', {
  tag: '@nightly',
}, async ({ adminPage: page, texts, language }) => {
  const words = texts.adminRuleSets
  const { eventId, teams } = await createEventWithTeams()
  const { groups, ...rest } = createPanelRuleSet('mean')
  const [group] = groups as [(typeof groups)[number]]
  const [idea, talk] = group.fields as [object, object]
  const ruleSet = {
    ...rest,
    groups: [{ ...group, fields: [idea, { ...talk, onlyIf: { field: 'idea' } }] }],
  }
  await ask('PUT', getPath('PUT /api/admin/events/:eventId/rule-set', { eventId }), {
    ruleSet,
    version: null,
  })
  await addSlot(eventId, teams[0] as Team)
  await page.goto(`/admin/events/${eventId}/rules`)
  const judges = page.getByLabel(words.panelJudges)
  const save = page.getByRole('button', { name: words.save })
  const { fieldErrors } = texts
  for (const [typed, message] of [
    ['1', fieldErrors['too-small'].replace('{{limit}}', '2')],
    ['21', fieldErrors['too-large'].replace('{{limit}}', '20')],
    ['', words.badJudgeCount.replace('{{min}}', '2').replace('{{max}}', '20')],
  ] as const) {
    await judges.fill(typed)
    await save.click()
    await expect(page.getByText(message).first()).toBeVisible()
    await expect(judges).toHaveValue(typed)
  }
  await judges.fill('3')

  const name = language === 'ar' ? 'الإلقاء' : 'Talk'
  await page.getByRole('button', { name: words.moveUp.replace('{{name}}', name) }).click()
  await expect(page.getByText(words.badConditionField)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: words.moveDown.replace('{{name}}', name) }).click()
  await expect(page.getByText(words.badConditionField)).toBeHidden()

  await page.goto(`/admin/events/${eventId}/rules/sheets`)
  await expect(page.getByText(words.printJudgeName)).toHaveCount(3)
  await expect(page.getByText(words.printFeedback)).toHaveCount(3)
  await expect(page.getByText(`${words.panelJudges}: 3`)).toHaveCount(3)
  const last = words.printSheetOfPanel.replace('{{number}}', '3').replace('{{total}}', '3')
  await expect(page.getByText(last)).toBeVisible()
})

test('ranking keys are moved with the keyboard', { tag: '@nightly' }, async ({
  adminPage: page,
  asAdmin,
  texts,
}) => {
  const form = new FormData()
  const fields = {
    title_en: createUniqueName('Keys'),
    title_ar: 'مفاتيح',
    description_en: 'One',
    description_ar: 'واحد',
  }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const { event } = await (await asAdmin('/api/admin/events/', { method: 'POST', body: form })).json()
  const words = texts.adminRuleSets
  await page.goto(`/admin/events/${event._id}/rules`)
  await page.getByRole('button', { name: `${words.start}: Virtual Robot Challenges` }).click()
  const values = page.getByRole('combobox', { name: words.rankingValue })
  await expect(values.first()).toHaveValue(words.totalPoints)
  const name = (number: number) => words.rankingKey.replace('{{number}}', String(number))
  await page.getByRole('button', { name: words.moveUp.replace('{{name}}', name(2)) }).focus()
  await page.keyboard.press('Enter')
  await expect(values.first()).toHaveValue(words.totalTime)
  // the focus follows the moved value, which can only go down again
  await expect(page.getByRole('button', { name: words.moveDown.replace('{{name}}', name(1)) })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(values.first()).toHaveValue(words.totalPoints)
})

test('the rules of an event that ended with scores stay read-only after its last day is moved', {
  tag: '@nightly',
}, async ({ adminPage: page, asAdmin, texts }) => {
  const words = texts.adminRuleSets
  const title = createUniqueName('Ended')
  const saveEvent = async (more: Record<string, string>) => {
    const form = new FormData()
    const fields = {
      title_en: title,
      title_ar: title,
      description_en: 'One',
      description_ar: 'واحد',
      ...more,
    }
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    const reply = await asAdmin('/api/admin/events/', { method: more.id ? 'PUT' : 'POST', body: form })
    return (await reply.json()).event._id as string
  }
  const id = await saveEvent({ startDate: '2020-01-01', endDate: '2020-01-02' })
  const body = JSON.stringify({ playerName: 'Aisha', attempts: [{ mission: 1, score: 10, timeMs: 60_000 }] })
  await asAdmin(`/api/admin/events/${id}/scores`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  })
  await page.goto(`/admin/events/${id}/rules`)
  await expect(page.getByText(words.closed)).toBeVisible()
  await saveEvent({ id, endDate: '2999-01-02' })
  await page.goto(`/admin/events/${id}/rules`)
  await expect(page.getByText(words.closedBefore)).toBeVisible()
  await expect(page.getByText(words.defaultRanking)).toBeVisible()
  await expect(page.getByRole('button', { name: words.start })).toHaveCount(0)
  await expectAccessible(page)
})
