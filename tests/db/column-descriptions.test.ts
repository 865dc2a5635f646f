import { expect, it } from 'vitest'
import { encryptedColumns } from '#server/db/encrypted-columns.ts'
import { newsConsents } from '#server/db/schema/announcements.ts'
import { checked, describeColumns, erased, none, unchecked } from '#server/db/schema/describe-columns.ts'
import { matchTimers } from '#server/db/schema/display.ts'
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
  describeColumns(newsConsents, none('createdAt'))
  // @ts-expect-error
  describeColumns(newsConsents, { ...erased('email'), ...none('createdAt', 'name') })
  // @ts-expect-error
  describeColumns(matchTimers, none('eventId', 'durationMs', 'remainingMs', 'endsAt'))
  const columns = {
    ...checked(none('eventId', 'durationMs')),
    ...unchecked('it is only shown', none('remainingMs', 'endsAt')),
  }
  expect(describeColumns(matchTimers, columns).columns.endsAt).toEqual({
    personal: 'none',
    scoreLog: { uncheckedBecause: 'it is only shown' },
  })
})
