import type { CompetitionWithPlaces } from '#contract/event/competition.schema.ts'
import type { AccountTeam, TeamPerson } from '#contract/people/teams/team.schema.ts'
import {
  createEmptyPersonValues,
  createEmptyTeamValues,
  type PersonValues,
  type TeamValues,
} from '#web/account/people/teams/form/form-values.ts'

export const competition: CompetitionWithPlaces = {
  id: 'c1',
  slug: 'robo_mission',
  name: { en: 'RoboMission', ar: 'المهمة' },
  description: { en: '', ar: '' },
  rulesLink: null,
  minMembers: 2,
  maxMembers: 3,
  minCoaches: 1,
  maxCoaches: 1,
  minAge: 8,
  maxAge: 19,
  maxTeams: 10,
  rounds: 2,
  fee: 15000,
  currency: 'SAR',
  opensAt: null,
  closesAt: '2026-12-31T20:59:00.000Z',
  open: true,
  waitingListOpen: false,
  placesLeft: 3,
}
export const createPersonValues = (more: Partial<PersonValues>): PersonValues => ({
  ...createEmptyPersonValues(),
  ...more,
})
export const guardian = {
  'consent.guardian': 'Huda',
  'consent.contact': '+966500000001',
  'consent.agreed': true,
}
export const coach = createPersonValues({
  name: 'Omar',
  email: 'omar@school.example',
  phone: '+966500000000',
})
export const sara = createPersonValues({
  name: 'Sara',
  nationalId: '1000000008',
  birthDate: '2012-03-04',
  gender: '1',
  ...guardian,
})
export const ali = createPersonValues({
  name: 'Ali',
  nationalId: '1000000016',
  birthDate: '2007-01-02',
  gender: '0',
})
export const createCompleteTeam = (): TeamValues => ({
  ...createEmptyTeamValues(),
  competitionId: 'c1',
  name: 'Falcons',
  schoolName: 'Oasis',
  ageLevel: 'senior',
  coaches: [coach],
  members: [sara, ali],
})
export const createStoredPerson = (more: Partial<TeamPerson>): TeamPerson => ({
  id: 'p1',
  kind: 'member',
  name: 'Sara',
  email: '',
  phone: '',
  nationalId: '••••••0008',
  birthDate: '2012-03-04',
  gender: 1,
  picture: '/p1.webp',
  consent: {
    guardian: 'Huda',
    contact: '+966500000001',
    at: '2026-11-01T10:00:00Z',
    textVersion: '2026-11-01',
    publish: false,
  },
  version: 1,
  ...more,
})
export const team: AccountTeam = {
  id: 't1',
  canWithdraw: false,
  isPaymentInDecision: false,
  isInvitedToOwn: false,
  canReplaceMembers: true,
  teamNo: 7,
  name: 'Falcons',
  schoolName: 'Oasis',
  schoolType: 'public',
  stage: '',
  ageLevel: 'junior',
  image: null,
  competition: { id: 'c1', slug: 'robo_mission', name: competition.name },
  region: null,
  paid: false,
  leave: null,
  complete: true,
  status: 'registered',
  payBy: null,
  waitingPosition: null,
  version: 3,
  createdAt: '2026-11-01T10:00:00Z',
  updatedAt: '2026-11-01T10:00:00Z',
  deletedAt: null,
  coaches: [
    createStoredPerson({
      id: 'k1',
      kind: 'coach',
      name: 'Omar',
      email: 'omar@school.example',
      phone: '+966500000000',
      nationalId: null,
      consent: null,
    }),
  ],
  members: [
    createStoredPerson({}),
    createStoredPerson({
      id: 'p2',
      name: 'Ali',
      birthDate: '2007-01-02',
      gender: 0,
      consent: null,
      picture: null,
    }),
  ],
  user: null,
  role: 'owner',
  scores: [],
  editable: true,
  fee: 15000,
  currency: 'SAR',
  closesAt: null,
  guardianConfirmations: [],
}
