import { getLanguageName, judgeLanguages } from '#contract/event/judging/judge-person.ts'
import { formatList } from '#i18n/text-direction.ts'
import { useLoadedValueWithErrorToast } from '#web/admin/shared/use-loaded-value.ts'
import { getBrowserApi } from '#web/shared/api/public-api.ts'
import { useLang } from '#web/shared/language.ts'

/**
 * Loads the competitions of the site. Returns the options of languages and competitions, and functions that
 * format those of a person for a page, and for a CSV file that the import reads.
 */
export const useJudgePersonOptionsAndFormats = () => {
  const lang = useLang()
  const competitions =
    useLoadedValueWithErrorToast(() => getBrowserApi().competitions.list(), 'competitions') ?? []
  const languageOptions = judgeLanguages.map((value) => ({ value, label: getLanguageName(value, lang) }))
  const competitionOptions = competitions.map(({ id, name }) => ({ value: id, label: name[lang] }))
  const listCompetitionNames = (ids: readonly string[]) =>
    ids.flatMap((id) => competitionOptions.find(({ value }) => value === id)?.label ?? [])
  const listLanguageNames = (languages: readonly string[]) =>
    languages.map((language) => getLanguageName(language, lang))
  return {
    languageOptions,
    competitionOptions,
    formatLanguages: (languages: readonly string[]) => formatList(listLanguageNames(languages), lang, 'unit'),
    formatCompetitions: (ids: readonly string[]) => formatList(listCompetitionNames(ids), lang, 'unit'),
    formatLanguagesForFile: (languages: readonly string[]) => listLanguageNames(languages).join('; '),
    formatCompetitionsForFile: (ids: readonly string[]) => listCompetitionNames(ids).join('; '),
  }
}
export type JudgePersonFormats = ReturnType<typeof useJudgePersonOptionsAndFormats>
