import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  Popover,
  Select,
  Stack,
  TextInput,
  Tooltip,
} from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { isIsoDate } from '#contract/people/teams/age.ts'
import { formatIsoDateDayFirst } from '#contract/platform/typed-date.ts'
import { joinTexts } from '#i18n/text-direction.ts'
import { useTranslation } from '#web/shared/texts.ts'
import {
  IconAdjustmentsHorizontal,
  IconColumns3,
  IconDownload,
  IconFilter,
  IconKeyboard,
  IconRefresh,
  IconSearch,
  IconTrash,
  IconX,
} from '#web/shared/ui/icons.ts'
import styles from './data-list.module.css'
import { AdminDateField } from './date-field.tsx'
import type { ListState } from './use-url-list.ts'

/** A filter in the query parameter `name`: one of several values, or a day (`YYYY-MM-DD`). */
export type ListFilter = { name: string; label: string } & (
  | { options: { value: string; label: string }[] }
  | { day: true }
)
type Props<T> = {
  list: ListState<T>
  loading: boolean
  onReload: () => void
  /** Adds the filter 'Deleted'. */
  canShowDeleted: boolean
  search: RefObject<HTMLInputElement | null>
  filters: ListFilter[]
  columns: { key: string; title: string }[]
  hidden: readonly string[]
  onToggle: (column: string) => void
  onExport?: (() => void) | undefined
  exporting: boolean
  onShowShortcuts: () => void
}

/** Shows the active filters, each with a button that removes it. */
export function FilterChips<T>({ list, filters }: Pick<Props<T>, 'list' | 'filters'>) {
  const { t, i18n } = useTranslation()
  const { query, set } = list
  const chips = filters.flatMap((filter) => {
    const value = query.filters[filter.name]
    if (!value) return []
    const text =
      'day' in filter
        ? formatIsoDateDayFirst(value)
        : (filter.options.find((option) => option.value === value)?.label ?? value)
    return [{ name: filter.name, text: joinTexts([filter.label, text], i18n.language, ': ') }]
  })
  if (chips.length === 0) return null
  return (
    <Group gap="xs">
      {chips.map(({ name, text }) => (
        <Button
          key={name}
          size="xs"
          radius="xl"
          variant="light"
          c="var(--mantine-color-text)"
          rightSection={<IconX size={14} aria-hidden />}
          aria-label={`${t('admin.list.clearFilter')}: ${text}`}
          onClick={() => set({ filters: { ...query.filters, [name]: '' } })}
        >
          {text}
        </Button>
      ))}
    </Group>
  )
}

/**
 * How many filters the row of the search has room for at 1280 pixels; more are in a row of their own, which a
 * button opens.
 */
const maxFiltersInToolbar = 4

/**
 * Shows the toolbar of a list: search, filters, export, reload and columns; on a phone a button opens all but
 * the search.
 */
export function ListToolbar<T>(props: Props<T>) {
  const {
    list,
    loading,
    onReload,
    canShowDeleted,
    search,
    filters,
    columns,
    hidden,
    onToggle,
    onExport,
    exporting,
    onShowShortcuts,
  } = props
  const { t } = useTranslation()
  const { query, set } = list
  const [searchText, setSearchText] = useState(query.search)
  const [columnsOpen, setColumnsOpen] = useState(false)
  const [isOpen, setIsOpen] = useState(false)
  const [areFiltersOpen, setFiltersOpen] = useState(false)
  const sentSearch = useRef(query.search)
  const searchLater = useDebouncedCallback((search: string) => {
    sentSearch.current = search
    set({ search })
  }, 250)
  const changeSearch = (search: string) => {
    setSearchText(search)
    searchLater(search)
  }
  // a link or 'back' can change the search of the page, too
  useEffect(() => {
    if (query.search === sentSearch.current) return
    sentSearch.current = query.search
    searchLater.cancel()
    setSearchText(query.search)
  }, [query.search, searchLater])
  const sortOptions = columns
    .filter(({ key }) => list.sortKeys.includes(key))
    .flatMap(({ key, title }) => [
      { value: key, label: t('admin.list.ascending', { column: title }) },
      { value: `-${key}`, label: t('admin.list.descending', { column: title }) },
    ])
  const sortSelect =
    sortOptions.length > 0 ? (
      <Select
        className={styles.sortSelect}
        aria-label={t('admin.list.sort')}
        placeholder={t('admin.list.sort')}
        clearable
        clearButtonProps={{ 'aria-label': `${t('admin.list.clearFilter')}: ${t('admin.list.sort')}` }}
        data={sortOptions}
        value={query.sort ?? null}
        onChange={(sort) => set({ sort: sort ?? undefined })}
      />
    ) : null
  const filterFields = filters.map((filter) => {
    const { name, label } = filter
    const value = query.filters[name]
    const change = (changed: string) => set({ filters: { ...query.filters, [name]: changed } })
    return 'day' in filter ? (
      <AdminDateField
        key={name}
        label={label}
        isCompact
        value={value ?? ''}
        // the list waits until a date can be read
        onChange={(date) => (date === '' || isIsoDate(date)) && change(date)}
      />
    ) : (
      <Select
        key={name}
        className={styles.filter}
        aria-label={label}
        placeholder={label}
        clearable
        value={value ?? null}
        data={filter.options}
        clearButtonProps={{ 'aria-label': `${t('admin.list.clearFilter')}: ${label}` }}
        onChange={(chosen) => change(chosen ?? '')}
      />
    )
  })
  const hasFilterRow = filters.length > maxFiltersInToolbar
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <TextInput
          ref={search}
          type="search"
          style={{ flex: '1 1 140px' }}
          // the text has its own direction; the icon remains at the start
          styles={{ input: { unicodeBidi: 'plaintext' } }}
          leftSection={<IconSearch size={18} aria-hidden />}
          aria-label={t('admin.list.search')}
          aria-keyshortcuts="/"
          placeholder={t('admin.list.search')}
          maxLength={200}
          value={searchText}
          rightSection={
            searchText ? (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('admin.list.clear')}
                onClick={() => changeSearch('')}
              >
                <IconX size={16} />
              </ActionIcon>
            ) : null
          }
          onChange={(change) => changeSearch(change.currentTarget.value)}
        />
        <ActionIcon
          className={styles.toolsButton}
          variant={isOpen ? 'filled' : 'default'}
          size={36}
          aria-label={t('admin.list.tools')}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          <IconAdjustmentsHorizontal size={18} />
        </ActionIcon>
        <div className={styles.tools} data-open={isOpen}>
          {hasFilterRow ? (
            <Button
              className={styles.filtersButton}
              variant={areFiltersOpen ? 'filled' : 'default'}
              aria-expanded={areFiltersOpen}
              leftSection={<IconFilter size={18} aria-hidden />}
              onClick={() => setFiltersOpen(!areFiltersOpen)}
            >
              {t('admin.list.filters')}
            </Button>
          ) : (
            filterFields
          )}
          {sortSelect}
          {canShowDeleted ? (
            <Button
              variant={query.deleted ? 'filled' : 'default'}
              aria-pressed={query.deleted}
              leftSection={<IconTrash size={18} aria-hidden />}
              onClick={() => set({ deleted: !query.deleted })}
            >
              {t('admin.list.deleted')}
            </Button>
          ) : null}
          {onExport ? (
            <Button
              variant="default"
              leftSection={<IconDownload size={18} aria-hidden />}
              loading={exporting}
              onClick={onExport}
            >
              {t('admin.list.export')}
            </Button>
          ) : null}
          <Tooltip label={t('admin.list.reload')}>
            <ActionIcon
              variant="default"
              size={36}
              aria-label={t('admin.list.reload')}
              loading={loading}
              onClick={onReload}
            >
              <IconRefresh size={18} />
            </ActionIcon>
          </Tooltip>
          <Popover
            opened={columnsOpen}
            onChange={setColumnsOpen}
            position="bottom-end"
            withinPortal
            trapFocus
            returnFocus
          >
            <Popover.Target>
              <Tooltip label={t('admin.list.columns')}>
                <ActionIcon
                  variant="default"
                  size={36}
                  aria-label={t('admin.list.columns')}
                  onClick={() => setColumnsOpen(!columnsOpen)}
                >
                  <IconColumns3 size={18} />
                </ActionIcon>
              </Tooltip>
            </Popover.Target>
            <Popover.Dropdown aria-label={t('admin.list.columns')}>
              <Stack gap="sm">
                {columns.map(({ key, title }) => (
                  <Checkbox
                    key={key}
                    label={title}
                    checked={!hidden.includes(key)}
                    onChange={() => onToggle(key)}
                  />
                ))}
              </Stack>
            </Popover.Dropdown>
          </Popover>
          <Tooltip label={t('admin.list.keys')}>
            <ActionIcon
              variant="default"
              size={36}
              aria-label={t('admin.list.keys')}
              aria-keyshortcuts="?"
              onClick={onShowShortcuts}
            >
              <IconKeyboard size={18} />
            </ActionIcon>
          </Tooltip>
        </div>
      </Group>
      {hasFilterRow ? (
        <div className={styles.tools} data-open={isOpen}>
          <Group gap="xs" className={styles.filterRow} data-open={areFiltersOpen}>
            {filterFields}
          </Group>
        </div>
      ) : null}
    </Stack>
  )
}
