import { addDays } from '#contract/rules/time-zone.ts'

/** What happened to a demo team. `marked`: an administrator marked it as paid. `open`: it has not paid yet. */
export type DemoTeamPlan = 'paid' | 'marked' | 'refunded' | 'declined' | 'cancelled' | 'open' | 'lapsed' | 'waiting' | 'free'

/** Fees of the demo, in the smallest unit of the currency. Competitions without one are free. A limited one has as many places as teams with a place. */
export const demoCompetitions: Record<string, { fee: number; limited: boolean }> = {
  future_engineers: { fee: 200_00, limited: false },
  robo_mission: { fee: 150_00, limited: false },
  future_innovators: { fee: 100_00, limited: true },
}

const paidTeams: DemoTeamPlan[] = ['paid', 'paid', 'paid', 'paid', 'paid', 'paid', 'marked']
const plans: { unlimited: DemoTeamPlan[]; limited: DemoTeamPlan[] } = {
  unlimited: [...paidTeams, 'refunded', 'declined', 'cancelled', 'open', 'open'],
  limited: [...paidTeams, 'refunded', 'open', 'open', 'lapsed', 'waiting'],
}

/** Returns what happened to a team by its position among the demo teams of its competition. */
export const getDemoTeamPlan = (slug: string, position: number): DemoTeamPlan => {
  const competition = demoCompetitions[slug]
  if (!competition) return 'free'
  return plans[competition.limited ? 'limited' : 'unlimited'][position] ?? 'open'
}

/** The number of places of a limited competition. */
export const demoPlaces = plans.limited.filter((plan) => plan !== 'lapsed' && plan !== 'waiting').length

/** Returns the time at which the team at a position registered. */
export const getDemoRegistrationTime = (position: number, now: Date): Date =>
  new Date(`${addDays(now.toISOString().slice(0, 10), -12 + Math.floor(position / 2))}T${String(8 + position).padStart(2, '0')}:15:00Z`)
