import { type EventTabName, findEventTab } from '#web/admin/navigation.ts'

/** The chapter of the handbook about the pages whose address begins with a part. */
const chapterOfPart: Readonly<Record<string, string>> = {
  dashboard: 'first-sign-in',
  profile: 'first-sign-in',
  users: 'first-sign-in',
  settings: 'settings',
  seasons: 'season-and-competitions',
  competitions: 'season-and-competitions',
  teams: 'teams',
  team: 'teams',
  payments: 'payments',
  partners: 'contents',
  faqs: 'contents',
  organizers: 'contents',
  continents: 'contents',
  regions: 'contents',
  media: 'contents',
  downloads: 'contents',
  messages: 'announcements',
  announcements: 'announcements',
  events: 'event',
  scores: 'final-day',
  judging: 'judges',
  judges: 'judges',
  imports: 'imports-and-audit-log',
  tasks: 'imports-and-audit-log',
  audit: 'imports-and-audit-log',
  status: 'privacy-and-operation',
  'email-queue': 'privacy-and-operation',
}

const chapterOfEventTab: Readonly<Record<EventTabName, string>> = {
  overview: 'final-day',
  details: 'event',
  rules: 'rules',
  teams: 'check-in-and-badges',
  schedule: 'teams-and-schedule',
  matches: 'matches',
  judges: 'judges',
  scores: 'final-day',
  protests: 'final-day',
  results: 'results',
  display: 'screens-and-reveal',
}

/**
 * Returns the address of the chapter about the page at a path of the back office; that of the contents where
 * none is about it.
 */
export const getHelpPath = (pathname: string): string => {
  const tab = findEventTab(pathname)
  const chapter = tab ? chapterOfEventTab[tab.name] : chapterOfPart[pathname.split('/')[2] ?? '']
  return chapter ? `/admin/help/${chapter}` : '/admin/help'
}
