import { expect, it } from 'vitest'
import { encryptedColumns } from '#server/db/encrypted-columns.ts'
import { newsConsents } from '#server/db/schema/announcements.ts'
import {
  asChecked,
  asErased,
  asNonPersonal,
  asUnchecked,
  describeColumns,
} from '#server/db/schema/describe-columns.ts'
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
  describeColumns(newsConsents, asNonPersonal('createdAt'))
  // @ts-expect-error
  describeColumns(newsConsents, { ...asErased('email'), ...asNonPersonal('createdAt', 'name') })
  // @ts-expect-error
  describeColumns(matchTimers, asNonPersonal('eventId', 'durationMs', 'remainingMs', 'endsAt'))
  const columns = {
    ...asChecked(asNonPersonal('eventId', 'durationMs')),
    ...asUnchecked('it is only shown', asNonPersonal('remainingMs', 'endsAt')),
  }
  expect(describeColumns(matchTimers, columns).columns.endsAt).toEqual({
    personal: 'none',
    scoreLog: { uncheckedBecause: 'it is only shown' },
  })
})
