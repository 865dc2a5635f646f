/**
 * The columns by which each list of the back office can be sorted. The parameter `sort` is one of them,
 * ascending, or with a minus sign before it, descending.
 */
export const listSortKeys = {
  teams: [
    'number',
    'team',
    'school',
    'competition',
    'region',
    'stage',
    'payment',
    'place',
    'complete',
    'created',
  ],
  users: ['name', 'email', 'type', 'age', 'school', 'lastSignIn', 'created', 'active'],
  events: ['title', 'dates', 'missionType', 'entries', 'trending', 'live', 'active', 'changed'],
  registrants: ['name', 'email', 'country', 'platform', 'who', 'at'],
  messages: ['name', 'kind', 'state', 'at'],
  competitions: ['name', 'teams', 'members', 'fee', 'opens', 'closes', 'active'],
  judges: ['name', 'email', 'changed'],
  faqs: ['name', 'position', 'active'],
  partners: ['name', 'link', 'position', 'active'],
  organizers: ['name', 'continentId', 'country', 'active'],
  regions: ['name', 'country', 'email', 'phone', 'active'],
  continents: ['name', 'position'],
  payments: ['team', 'amount', 'state', 'method', 'at'],
} as const
export type SortableList = keyof typeof listSortKeys
export type ListSortKey<L extends SortableList> = (typeof listSortKeys)[L][number]
export type ListSort<L extends SortableList> = ListSortKey<L> | `-${ListSortKey<L>}`
