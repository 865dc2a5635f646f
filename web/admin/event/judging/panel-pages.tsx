import { Checkbox, Group, Pagination, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { panelLimits } from '#contract/event/judging/judge.ts'
import { useReloadableValueWithErrorToast } from '#web/admin/shared/use-loaded-value.ts'
import { callApi } from '#web/shared/api/with-token.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { IconSearch } from '#web/shared/ui/icons.ts'

const firstPage = { page: 1, search: '', missing: false }
type PanelFilter = typeof firstPage

/** Loads the sheets of panels for the teams of one page, and again when the `version` of the event changes. */
export const useReloadablePanelSheets = (eventId: string, version: number) => {
  const [filter, setFilter] = useState(firstPage)
  const [{ page, search, missing }] = useDebouncedValue(filter, 200)
  const { value, reload } = useReloadableValueWithErrorToast(
    () =>
      callApi('GET /api/admin/events/:eventId/panels', {
        params: { eventId },
        query: { page, s: search.trim() || undefined, missing: missing || undefined },
      }),
    JSON.stringify([eventId, version, page, search, missing]),
  )
  return { value, reload, filter, setFilter }
}

type Props = {
  filter: PanelFilter
  teamCount: number
  onChange: (filter: PanelFilter) => void
  children: ReactNode
}

/** Shows a search and pages around the sheets of panels, where there is more than one page of teams. */
export function PanelSearchAndPagination({ filter, teamCount, onChange, children }: Props) {
  const { t } = useTranslation()
  const { teamsPerPage } = panelLimits
  const isFiltered = filter.search !== '' || filter.missing
  if (teamCount <= teamsPerPage && filter.page === 1 && !isFiltered) return children
  const set = (changed: Partial<PanelFilter>) => onChange({ ...filter, page: 1, ...changed })
  return (
    <>
      <Group align="flex-end">
        <TextInput
          type="search"
          dir="auto"
          style={{ flex: '1 1 200px' }}
          maw={420}
          leftSection={<IconSearch size={18} />}
          label={t('panels.search')}
          value={filter.search}
          maxLength={100}
          autoComplete="off"
          onChange={(change) => set({ search: change.currentTarget.value })}
        />
        <Checkbox
          pb={8}
          label={t('panels.onlyMissing')}
          checked={filter.missing}
          onChange={(change) => set({ missing: change.currentTarget.checked })}
        />
        <Text role="status" size="sm" pb={8}>
          {t('panels.teamCount', { count: teamCount })}
        </Text>
      </Group>
      {teamCount > 0 ? children : null}
      {teamCount > teamsPerPage || filter.page > 1 ? (
        <Pagination
          total={Math.max(filter.page, Math.ceil(teamCount / teamsPerPage))}
          value={filter.page}
          onChange={(page) => onChange({ ...filter, page })}
          gap={4}
          getControlProps={(control) => ({
            'aria-label': t(control === 'next' ? 'scores.next' : 'scores.previous'),
          })}
        />
      ) : null}
    </>
  )
}
