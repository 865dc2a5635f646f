/** A call of the specification's section 7, as it is written there. */
export type SpecificationCall = {
  section: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With the query keys that tell it from other calls of the path; `[…]` may be left out. */
  path: string
  /** The fields of its body. */
  sends?: readonly string[]
  /** What it reads of a successful reply: paths of the JSON. */
  reads: readonly string[]
  /** A header that it reads of a successful reply. */
  readsHeader?: string
  /** A header that it reads of a failed reply. */
  readsHeaderOfFailure?: string
}

const inSection = (
  section: string,
  calls: readonly Omit<SpecificationCall, 'section'>[],
): SpecificationCall[] => calls.map((call) => ({ section, ...call }))

/** Each field in English and in Arabic. */
const bilingual = (...names: string[]) => names.flatMap((name) => [`${name}_en`, `${name}_ar`])

const userFields = [
  'fname',
  'lname',
  'email',
  'phone',
  'gender',
  'age',
  'password',
  'logo',
  'type',
  'missionType',
]
const faqFields = ['name', 'name_en', 'description', 'description_en']
const eventFields = [
  ...bilingual('title', 'description'),
  ...['startDate', 'endDate', 'eventCode', 'missionType'],
  ...bilingual('datetime_info', 'howplay_info', 'rules_info'),
  ...['tags', 'coverImage', 'bannerImage'],
]

/**
 * The 42 calls. Where the specification names no reply key ("list", "one FAQ"), it is the plural or the
 * singular of the entity.
 */
export const specificationCalls: readonly SpecificationCall[] = [
  ...inSection('Session and settings', [
    { method: 'POST', path: '/api/getuser', reads: ['user'] },
    {
      method: 'GET',
      path: '/api/loginseason/?token={token}&type=(site code)',
      reads: ['success', 'user.jwt', 'user.user.0'],
    },
    { method: 'GET', path: '/api/settings/?site_name=(site code)', reads: ['setting'] },
    {
      method: 'POST',
      path: '/api/adduser',
      sends: ['national_id', 'loginType', 'password', 'type'],
      reads: [],
      readsHeader: 'authorization',
      readsHeaderOfFailure: 'e_message',
    },
  ]),
  ...inSection('Seasons', [
    { method: 'POST', path: '/api/seasons/', sends: ['type', 'team_id', 'ref', 'data'], reads: [] },
    { method: 'GET', path: '/api/seasons/?team_id={id}', reads: ['season'] },
    { method: 'DELETE', path: '/api/seasons/?id={id}', reads: [] },
  ]),
  ...inSection('Public data', [
    { method: 'GET', path: '/api/partners/?status=true', reads: ['partners'] },
    { method: 'GET', path: '/api/continents', reads: ['continents'] },
    { method: 'GET', path: '/api/organizers?id={continent id or all}', reads: ['organizers'] },
    { method: 'GET', path: '/api/faqs?status=true', reads: ['success', 'faqs'] },
    { method: 'GET', path: '/api/events/?status=true&region=egypt', reads: ['events.0._id'] },
    { method: 'GET', path: '/api/v1/events/scores/{eventId}', reads: ['event.Scores'] },
    {
      method: 'POST',
      path: '/api/download-game',
      sends: ['name', 'email', 'phone_number', 'country', 'download_type', 'user_type'],
      reads: ['success', 'msg'],
    },
    { method: 'GET', path: '/api/regions/', reads: ['regions'] },
  ]),
  ...inSection('Admin: teams', [
    {
      method: 'GET',
      path: '/api/admin/teams/?page&s&per_page',
      reads: ['teams', 'currentPage', 'totalItems'],
    },
    { method: 'GET', path: '/api/admin/teams/?id={id}[&view_team=true]', reads: ['team'] },
    { method: 'DELETE', path: '/api/admin/teams/?id={id}', reads: ['success'] },
    {
      method: 'GET',
      path: '/api/admin/teams/?download=true&competion_id={id or all}',
      reads: ['teams', 'comp_slug'],
    },
    {
      method: 'PUT',
      path: '/api/admin/teams/',
      sends: [
        'id',
        'name',
        'schoolName',
        'ageLevel',
        'stage',
        'payment_status',
        'region',
        'competion',
        'file',
      ],
      reads: ['success'],
    },
    { method: 'GET', path: '/api/admin/competions/?all_active=true', reads: ['competions'] },
  ]),
  ...inSection('Admin: users', [
    { method: 'GET', path: '/api/admin/users/?page&s&per_page', reads: ['users'] },
    { method: 'GET', path: '/api/admin/users/?id={id}&status={0 or 1}', reads: ['success'] },
    { method: 'GET', path: '/api/admin/users/?id={id}', reads: ['user'] },
    { method: 'POST', path: '/api/admin/users', sends: userFields, reads: ['success', 'msg'] },
    { method: 'PUT', path: '/api/admin/users', sends: ['id', ...userFields], reads: ['success', 'msg'] },
  ]),
  ...inSection('Admin: FAQs', [
    { method: 'GET', path: '/api/admin/faqs/?page', reads: ['faqs'] },
    { method: 'GET', path: '/api/admin/faqs/?id={id}', reads: ['faq'] },
    { method: 'GET', path: '/api/admin/faqs/?id&status', reads: ['success'] },
    { method: 'POST', path: '/api/admin/faqs/', sends: faqFields, reads: ['success', 'msg'] },
    { method: 'PUT', path: '/api/admin/faqs/', sends: ['id', ...faqFields], reads: ['success', 'msg'] },
  ]),
  ...inSection('Admin: partners', [
    { method: 'GET', path: '/api/admin/partners/?page', reads: ['partners'] },
    { method: 'GET', path: '/api/admin/partners/?id', reads: ['partner'] },
    { method: 'GET', path: '/api/admin/partners/?id&status', reads: ['success'] },
    { method: 'POST', path: '/api/admin/partners/', sends: ['file'], reads: ['success', 'msg'] },
    { method: 'PUT', path: '/api/admin/partners/', sends: ['id', 'file'], reads: ['success', 'msg'] },
  ]),
  ...inSection('Admin: events', [
    { method: 'GET', path: '/api/admin/events/?page&s&per_page', reads: ['events'] },
    { method: 'GET', path: '/api/admin/events/?id&name&status', reads: ['success'] },
    { method: 'GET', path: '/api/admin/events/?id', reads: ['event'] },
    { method: 'GET', path: '/api/admin/events?download=true', reads: ['events'] },
    { method: 'POST', path: '/api/admin/events/', sends: ['id', ...eventFields], reads: ['success', 'msg'] },
    { method: 'PUT', path: '/api/admin/events', sends: ['id', ...eventFields], reads: ['success', 'msg'] },
  ]),
]

/** Lists the calls with each form of their path: an optional part gives two forms. */
export const listWrittenCalls = (calls = specificationCalls): (SpecificationCall & { written: string })[] =>
  calls.flatMap((call) => {
    const [base = '', optional] = call.path.split(/[[\]]/)
    const written = optional ? [base, base + optional] : [base]
    return written.map((path) => ({ ...call, written: `${call.method} ${path}` }))
  })

/**
 * Whether a request is this call: the same path, with or without its trailing slash as written, and exactly
 * these query keys. A value in the specification that is no placeholder has to be the same.
 */
export const matchesCall = (written: string, method: string, url: string): boolean => {
  const [ownMethod, target = ''] = written.split(/ (.*)/)
  const [path = '', query = ''] = target.split('?')
  const [requestPath = '', requestQuery = ''] = url.split('?')
  const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)
  if (method !== ownMethod || !pattern.test(requestPath)) return false
  const wanted = [...new URLSearchParams(query)]
  const sent = new URLSearchParams(requestQuery)
  return (
    wanted.length === [...sent].length &&
    wanted.every(
      ([key, value]) => sent.has(key) && (value === '' || /[{(]/.test(value) || sent.get(key) === value),
    )
  )
}
