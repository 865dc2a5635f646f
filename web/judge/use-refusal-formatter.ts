import type { JudgeEventData } from '#contract/judge-sheet.ts'
import { isolate } from '#contract/rules/isolate.ts'
import { formatCalendarDate } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import type { SheetRefusal } from './judge-rounds.ts'

/** Returns a function that says why the server rejects a sheet of a judge. */
export const useRefusalFormatter = () => {
  const { t } = useTranslation()
  const lang = useLang()
  const list = new Intl.ListFormat(lang, { type: 'conjunction' })
  return (refusal: SheetRefusal, { judge }: JudgeEventData['session']): string => {
    if (refusal.kind === 'closed') return t('judge.closed')
    if (refusal.kind === 'table')
      return t('judge.refusal.table', { table: isolate(refusal.table), tables: list.format(judge.tables.map((table) => isolate(table))) })
    if (refusal.kind === 'no-slot') return t('judge.refusal.noSlot', { tables: list.format(judge.tables.map((table) => isolate(table))) })
    return t('judge.refusal.day', {
      day: formatCalendarDate(refusal.day, lang),
      days: list.format(judge.days.map((day) => formatCalendarDate(day, lang))),
    })
  }
}
