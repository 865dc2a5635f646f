import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  parseAndRepairTeamDraft,
  serializeTeamDraft,
  type TeamValues,
  toTeamFormValues,
} from '#web/account/people/teams/form/form-values.ts'
import {
  assertSameUserSignedIn,
  restoreOrCreateTeamEditForm,
  restoreOrCreateTeamForm,
} from '#web/account/people/teams/form/team-draft.ts'
import { storedDrafts } from '#web/shared/accounts/session/stored-drafts.ts'
import { competition, createCompleteTeam, team } from '../../support/browser/account-teams.ts'

describe('a draft', () => {
  it('returns what was typed', () => {
    expect(parseAndRepairTeamDraft(serializeTeamDraft(createCompleteTeam(), true))).toEqual({
      values: createCompleteTeam(),
      pictures: true,
    })
    const withType: TeamValues = { ...createCompleteTeam(), schoolType: 'home' }
    expect(parseAndRepairTeamDraft(serializeTeamDraft(withType, false))?.values).toEqual(withType)
  })
  it('ignores invalid stored data', () => {
    expect(parseAndRepairTeamDraft('no JSON')).toBeUndefined()
    expect(parseAndRepairTeamDraft('null')).toBeUndefined()
    const found = parseAndRepairTeamDraft(
      JSON.stringify({
        name: 5,
        ageLevel: 'expert',
        schoolType: 'forest',
        members: [null, 'x', { name: 'A', gender: 7, 'consent.agreed': 'yes' }],
        coaches: {},
      }),
    )
    expect(found?.values).toMatchObject({ name: '', ageLevel: 'elementary', schoolType: '', coaches: [] })
    expect(found?.values.members).toHaveLength(1)
    expect(found?.values.members[0]).toMatchObject({ name: 'A', gender: '', 'consent.agreed': false })
  })
  it('reads the consent of older drafts, whose fields have no prefix', () => {
    const found = parseAndRepairTeamDraft(
      JSON.stringify({
        members: [{ guardian: 'Huda', contact: '0500000001', agreed: true, publish: false }],
      }),
    )
    expect(found?.values.members[0]).toMatchObject({
      'consent.guardian': 'Huda',
      'consent.contact': '0500000001',
      'consent.agreed': true,
      'consent.publish': false,
    })
  })
  it('contains no stored national IDs; a change gets them from the team, and a removed person is a new one', () => {
    const text = serializeTeamDraft({ ...toTeamFormValues(team), name: 'Hawks' }, false)
    expect(text).not.toContain('0008')
    expect(text).not.toContain('/p1.webp')
    const found = parseAndRepairTeamDraft(text, { ...team, members: team.members.slice(0, 1) })
    expect(found?.values.name).toBe('Hawks')
    expect(found?.values.members[0]).toMatchObject({ id: 'p1', stored: { nationalId: '••••••0008' } })
    expect(found?.values.members[1]).not.toHaveProperty('id')
  })
})

describe('the initial values of the form', () => {
  const kept = new Map<string, string>()
  beforeEach(() => {
    kept.clear()
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    }
    vi.stubGlobal('window', { sessionStorage: storage })
  })
  afterAll(() => {
    vi.unstubAllGlobals()
  })
  const begin = (more: Partial<Parameters<typeof restoreOrCreateTeamForm>[0]> = {}) =>
    restoreOrCreateTeamForm({
      draftId: 'd1',
      record: undefined,
      userId: 'u1',
      slug: null,
      competitions: [competition],
      ...more,
    })
  const record = (name: string) => ({
    id: 'd1',
    data: serializeTeamDraft({ ...createCompleteTeam(), name }, false),
    updatedAt: '2026-11-20T10:00:00Z',
  })
  const inTab = (name: string, more = {}) =>
    storedDrafts.save('d1', {
      userId: 'u1',
      data: serializeTeamDraft({ ...createCompleteTeam(), name }, true),
      isOnServer: false,
      at: 5,
      ...more,
    })

  it('are the only open competition with empty people', () => {
    const { values, restored } = begin()
    expect([values.competitionId, values.coaches.length, values.members.length]).toEqual(['c1', 1, 2])
    expect(restored).toBeUndefined()
    expect(begin({ competitions: [{ ...competition, placesLeft: 0 }] }).values.competitionId).toBe('')
    const other = { ...competition, id: 'c2', slug: 'robosports' }
    expect(begin({ competitions: [competition, other] }).values.competitionId).toBe('')
    expect(begin({ competitions: [competition, other], slug: 'robosports' }).values.competitionId).toBe('c2')
  })
  it('are the draft of the server, unless this tab has a newer one', () => {
    expect(begin({ record: record('Server') })).toMatchObject({ values: { name: 'Server' }, unsent: false })
    inTab('Tab')
    expect(begin({ record: record('Server') })).toMatchObject({
      values: { name: 'Tab' },
      unsent: true,
      restored: { at: 5, pictures: true },
    })
    inTab('Tab', { isOnServer: true })
    expect(begin({ record: record('Server') })).toMatchObject({ values: { name: 'Server' }, unsent: false })
    // the server cannot be reached
    expect(begin()).toMatchObject({ values: { name: 'Tab' }, unsent: false })
  })
  it('are never the draft of another user, which is removed', () => {
    inTab('Tab', { userId: 'u2' })
    expect(begin().values.name).toBe('')
    expect(kept.size).toBe(0)
  })
  it('keep the version on which an unsaved change is based', () => {
    expect(restoreOrCreateTeamEditForm(team, 'u1')).toMatchObject({
      values: { name: 'Falcons' },
      unsent: false,
      version: 3,
    })
    storedDrafts.save('edit:t1', {
      userId: 'u1',
      data: serializeTeamDraft({ ...toTeamFormValues(team), name: 'Hawks' }, false),
      isOnServer: false,
      at: 5,
      version: 2,
    })
    expect(restoreOrCreateTeamEditForm(team, 'u1')).toMatchObject({
      values: { name: 'Hawks' },
      unsent: true,
      version: 2,
    })
  })
  it('are sent only by the user who typed them', () => {
    const signIn = (id: string | null) => {
      const local = new Map(
        id === null
          ? []
          : [
              ['access_token', id],
              ['user_data', JSON.stringify({ id, name: 'Mona', role: 'student' })],
            ],
      )
      vi.stubGlobal('window', { localStorage: { getItem: (key: string) => local.get(key) ?? null } })
    }
    signIn('u1')
    expect(() => assertSameUserSignedIn('u1')).not.toThrow()
    for (const other of ['u2', null]) {
      signIn(other)
      expect(() => assertSameUserSignedIn('u1')).toThrow(expect.objectContaining({ status: 401 }))
    }
  })
  it('are removed by a sign-out', () => {
    inTab('Tab')
    kept.set('toast', 'something else')
    vi.stubGlobal('window', {
      sessionStorage: Object.assign(Object.fromEntries(kept), {
        removeItem: (key: string) => kept.delete(key),
      }),
    })
    storedDrafts.clear()
    expect([...kept.keys()]).toEqual(['toast'])
  })
})
