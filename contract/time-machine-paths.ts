import { paths } from './paths.ts'

/** The URL paths of the calls about earlier rankings, apart from `paths` because few pages load them. */
export const timeMachinePaths = {
  timeline: (event: string) => `${paths.scores(event)}/timeline`,
  rankingAt: (event: string) => `${paths.scores(event)}/at`,
} as const
