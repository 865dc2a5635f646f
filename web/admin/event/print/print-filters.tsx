import { Group, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import type { FoundPrintTeam, PrintOptions } from '#contract/event/print.schema.ts'
import { joinTexts } from '#i18n/text-direction.ts'
import { SelectFilter } from '#web/admin/event/judging/slot-filters.tsx'
import { useLoadedValueWithErrorToast } from '#web/admin/shared/use-loaded-value.ts'
import { callApi } from '#web/shared/api/with-token.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import styles from './print.module.css'

type TeamProps = {
  eventId: string
  /** The chosen team. */
  team: FoundPrintTeam | null
  onChange: (teamId: string | null) => void
}

/** In milliseconds: the pause in typing after which a search begins. */
const searchPauseMs = 250

/** Chooses a team of the event. The server searches, because an event may have thousands. */
function TeamFilter({ eventId, team, onChange }: TeamProps) {
  const { t } = useTranslation()
  const lang = useLang()
  const nameTeam = ({ teamNo, name }: FoundPrintTeam) => joinTexts([teamNo, name], lang)
  const [isOpened, setOpened] = useState(false)
  const [search, setSearch] = useState('')
  const isChosen = team !== null && search === nameTeam(team)
  const [typed] = useDebouncedValue(isChosen ? '' : search.trim(), searchPauseMs)
  const found = useLoadedValueWithErrorToast(
    async () =>
      isOpened
        ? (
            await callApi('GET /api/admin/events/:eventId/print/teams', {
              params: { eventId },
              query: { s: typed || undefined },
            })
          ).teams
        : [],
    JSON.stringify([eventId, isOpened, typed]),
  )
  const options = new Map([...(found ?? []), ...(team ? [team] : [])].map((each) => [each.id, each]))
  return (
    <Select
      className={styles.filter}
      label={t('adminPrint.team')}
      placeholder={t('adminPrint.teamHint')}
      data={[...options.values()].map((each) => ({ value: each.id, label: nameTeam(each) }))}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': `${t('admin.list.clearFilter')}: ${t('adminPrint.team')}` }}
      // the server has filtered
      filter={({ options: all }) => all}
      searchValue={search}
      onSearchChange={setSearch}
      onDropdownOpen={() => setOpened(true)}
      nothingFoundMessage={t('adminPrint.noTeam')}
      value={team?.id ?? null}
      onChange={onChange}
    />
  )
}

/** The options of a document that is not chosen by its teams. */
export const noTeamOptions: PrintOptions = { hasTeams: false, team: null, competitions: [], regions: [] }

type Props = {
  eventId: string
  options: PrintOptions
  choice: { competitionId?: string | undefined; regionId?: string | undefined }
  onChange: (changed: Record<string, string | number | null>) => void
  /** Other filters of the document. */
  children?: ReactNode
}

/** Shows the filters of a printed document: team, competition, region, and others of its own. */
export function PrintFilters({ eventId, options, choice, onChange, children }: Props) {
  const { t, tAttribute } = useTranslation()
  const lang = useLang()
  const toData = (named: PrintOptions['regions']) =>
    named.map(({ id, name }) => ({ value: id, label: name[lang] }))
  return (
    <Group role="group" aria-label={tAttribute('adminPrint.filters')} align="flex-end">
      {options.hasTeams || options.team ? (
        <TeamFilter eventId={eventId} team={options.team} onChange={(teamId) => onChange({ teamId })} />
      ) : null}
      <SelectFilter
        className={styles.filter}
        label={t('adminPrint.competition')}
        data={toData(options.competitions)}
        value={choice.competitionId}
        onChange={(competitionId) => onChange({ competitionId })}
      />
      <SelectFilter
        className={styles.filter}
        label={t('adminPrint.region')}
        data={toData(options.regions)}
        value={choice.regionId}
        onChange={(regionId) => onChange({ regionId })}
      />
      {children}
    </Group>
  )
}
