import { expect, it } from 'vitest'
import { auditEntities, getAuditEntityTraits } from '#contract/platform/audit.ts'
import { buildRedactedAuditContents } from '#server/platform/audit/entry-contents.ts'
import { encryptedColumns } from '#server/platform/db/encrypted-columns.ts'
import { newsConsents } from '#server/platform/db/schema/announcements.ts'
import {
  asCheckedAgainstScoreLog,
  asErased,
  asNonPersonal,
  asUncheckedAgainstScoreLog,
  describeColumns,
} from '#server/platform/db/schema/describe-columns.ts'
import { matchTimers } from '#server/platform/db/schema/display.ts'
import { listTableDescriptions } from '../support/data/schema.ts'

it('every table describes its columns, and every encrypted column belongs to the encryption', async () => {
  const encrypted = (await listTableDescriptions()).flatMap(({ columns }) =>
    Object.values(columns).flatMap((column) => (column.encrypted ? [column.encrypted.name] : [])),
  )
  // ciphertexts are bound to these names
  expect(encrypted.sort()).toEqual([
    'first_start_steps.value',
    'pending_registrations.data',
    'team_drafts.data',
    'team_people.national_id',
    'users.national_id',
    'users.totp_secret',
  ])
  expect(Object.keys(encryptedColumns).sort()).toEqual([...encrypted, 'pgboss.job.data'].sort())
})

it('a column without a description, a description without a column, and a column of an event without its check do not compile', () => {
  // @ts-expect-error
  describeColumns(newsConsents, asNonPersonal('createdAt'))
  // @ts-expect-error
  describeColumns(newsConsents, { ...asErased('email'), ...asNonPersonal('createdAt', 'name') })
  // @ts-expect-error
  describeColumns(matchTimers, asNonPersonal('eventId', 'durationMs', 'remainingMs', 'endsAt'))
  const columns = {
    ...asCheckedAgainstScoreLog(asNonPersonal('eventId', 'durationMs')),
    ...asUncheckedAgainstScoreLog('it is only shown', asNonPersonal('remainingMs', 'endsAt')),
  }
  expect(describeColumns(matchTimers, columns).columns.endsAt).toEqual({
    personal: 'none',
    scoreLog: { uncheckedBecause: 'it is only shown' },
  })
})

it('entries of the audit log about people have no value of a column that any table describes as personal', async () => {
  const personalColumns = (await listTableDescriptions()).flatMap(({ columns }) =>
    Object.entries(columns).flatMap(([name, { personal }]) => (personal === 'none' ? [] : [name])),
  )
  expect(personalColumns).toEqual(expect.arrayContaining(['email', 'birthDate', 'playerName', 'answer']))
  const entities = auditEntities.filter((entity) => getAuditEntityTraits(entity).isPersonal)
  const readable = entities.flatMap((entity) =>
    [...new Set(personalColumns)].flatMap((name) => {
      const value = { [name]: 'Layla Nasser' }
      const entry = JSON.stringify([
        buildRedactedAuditContents(entity, null, value),
        buildRedactedAuditContents(entity, value, null),
      ])
      return entry.includes('Layla') ? [{ entity, name }] : []
    }),
  )
  const findEntities = (name: string) =>
    entities.filter((entity) => readable.some((each) => each.entity === entity && each.name === name))
  // the reason of an administrator is no copy of a column
  expect(findEntities('reason')).toEqual(entities.filter((entity) => entity !== 'protest'))
  // of messages it says that they were answered; the column is that of the replies to repeated calls
  expect(new Set(readable.map(({ name }) => name))).toEqual(new Set(['reason', 'reply']))
})

it('entries of the audit log about people have the values of columns that are not personal', () => {
  const after = {
    name: 'Falcons',
    teamNo: 12,
    stage: 'final',
    regionId: 'some id',
    paid: true,
    image: 'a.jpg',
  }
  expect(buildRedactedAuditContents('team', null, after)).toEqual({
    label: '',
    before: null,
    after: { stage: 'final', regionId: 'some id', paid: true },
    changedFields: ['name', 'teamNo', 'image'],
  })
  const judge = {
    event: 'some id',
    name: 'Nora',
    isHead: true,
    tables: ['A'],
    days: ['2026-12-05'],
    hint: 'X7',
  }
  expect(buildRedactedAuditContents('judge', null, judge)).toMatchObject({
    after: { event: 'some id', isHead: true },
    changedFields: ['name', 'tables', 'days', 'hint'],
  })
})
