import { createSaudiId } from './national-ids.ts'

/**
 * The folder with a database of each release, which `tests/faults/upgrade.test.ts` upgrades. `npm run
 * release:fixture` adds that of the current version.
 */
export const releaseFixtureFolder = 'tests/fixtures/releases'

/**
 * The name of the files with a database of version 1.0.0 (`.backup`) in which scores that name registered
 * teams by number or name made guests beside these teams, and with what that version said about its events
 * (`.json`). No later version makes such guests. `tests/faults/upgrade-guests.test.ts` describes the events.
 */
export const guestFixture = '1.0.0-guests'

/** The key of all these databases. */
export const fixtureSecretKey = 'the key of the upgrade fixtures, for tests only'

/** The administrator of all these databases. */
export const fixtureAdmin = { email: 'admin@botola.test', password: 'correct horse battery staple' }

/** The coach who registered the team in all these databases. The national ID is encrypted there. */
export const fixtureCoach = {
  email: 'mona@school.test',
  password: 'a long password for tests',
  nationalId: createSaudiId(10_000_001),
}

/** The team of the coach, with the encrypted national IDs of its members by their names. */
export const fixtureTeam = {
  name: 'Oasis Falcons',
  school: 'School of the Oasis',
  members: { 'Sara Omar': createSaudiId(20_000_000), 'Yusuf Ali': createSaudiId(20_000_001) },
}
