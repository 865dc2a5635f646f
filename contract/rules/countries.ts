import type { Lang } from '#contract/localized.ts'

/** Countries and territories by ISO 3166-1. */
const codes =
  'AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW'.split(
    ' ',
  )

const toCountrySlug = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z]+/g, '-')
    .replace(/^-|-$/g, '')

let codesBySlug: Map<string, string> | undefined

/** Finds the ISO code of a country slug: `egypt` → `EG`, `saudi-arabia` → `SA`. */
export const findCountryCode = (slug: string): string | undefined => {
  if (!codesBySlug) {
    const names = new Intl.DisplayNames('en', { type: 'region' })
    codesBySlug = new Map(codes.map((code) => [toCountrySlug(names.of(code) ?? code), code]))
  }
  return codesBySlug.get(slug)
}

/** Lists all countries with code, slug and name in a language, in the alphabetical order of that language. */
export const listCountries = (lang: Lang): { code: string; slug: string; name: string }[] => {
  const english = new Intl.DisplayNames('en', { type: 'region' })
  const names = new Intl.DisplayNames(lang, { type: 'region' })
  return codes
    .map((code) => ({ code, slug: toCountrySlug(english.of(code) ?? code), name: names.of(code) ?? code }))
    .sort((one, other) => one.name.localeCompare(other.name, lang))
}
