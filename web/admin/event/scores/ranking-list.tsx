import { ActionIcon, Button, Group, Select, Table, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { ScoreRow } from '#contract/event/scores/score.schema.ts'
import { getEntryDisplayNames } from '#contract/event/scores/score.ts'
import { findMedalUnlessProvisional, getShownLevel } from '#contract/event/scoring/ranking.ts'
import { useIsLimitedToRegions } from '#web/admin/shared/use-has-permission.ts'
import { Medal } from '#web/shared/event/ranking/medal.tsx'
import { useRowAnimationRef } from '#web/shared/event/ranking/use-row-animation.ts'
import {
  computeColumnTimeDecimals,
  formatMeasuredTimeOrDash,
  formatNumber,
  hasAnyMeasuredTime,
} from '#web/shared/format.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import {
  IconArrowBackUp,
  IconChevronDown,
  IconChevronUp,
  IconDownload,
  IconKey,
  IconPencil,
  IconRefresh,
  IconSearch,
  IconShieldCheck,
  IconTrash,
  IconUpload,
  IconUserQuestion,
} from '#web/shared/ui/icons.ts'
import styles from './scores.module.css'
import type { AdminRanking } from './use-admin-ranking.ts'

type Props = {
  rows: readonly ScoreRow[]
  /** Whether the entries of the event show different levels. */
  hasLevels: boolean
  /** False while the results are final: entries cannot be removed. */
  canChangeScores: boolean
  open: string | undefined
  onOpen: (id: string | undefined) => void
  onEdit: (row: ScoreRow) => void
  onRemove: (row: ScoreRow) => void
  /** The content below the open row. */
  opened: (row: ScoreRow) => ReactNode
}

/** Shows the ranking with buttons to edit and remove each entry. */
export function RankingTableWithActions({
  rows,
  hasLevels,
  canChangeScores,
  open,
  onOpen,
  onEdit,
  onRemove,
  opened,
}: Props) {
  const { t, tAttribute, i18n } = useTranslation()
  const lang = i18n.language
  const times = rows.map((row) => row.totalTimeMs)
  const decimals = computeColumnTimeDecimals(times)
  const hasTimes = hasAnyMeasuredTime(times)
  const body = useRowAnimationRef(rows, styles.highlight)
  return (
    <Table.ScrollContainer minWidth={720} classNames={{ scrollContainerInner: styles.inner as string }}>
      <Table className={styles.table} verticalSpacing="xs" role="table">
        <Table.Thead role="rowgroup">
          <Table.Tr role="row">
            <Table.Th role="columnheader">{t('scores.place')}</Table.Th>
            <Table.Th role="columnheader">{t('scores.playerAndTeam')}</Table.Th>
            {hasLevels ? <Table.Th role="columnheader">{t('scores.level')}</Table.Th> : null}
            <Table.Th role="columnheader" className={styles.number}>
              {t('scores.score')}
            </Table.Th>
            {hasTimes ? (
              <Table.Th role="columnheader" className={styles.number}>
                {t('scores.time')}
              </Table.Th>
            ) : null}
            <Table.Th role="columnheader" className={styles.number}>
              {t('scores.attempts')}
            </Table.Th>
            <Table.Th role="columnheader">
              <VisuallyHidden>{t('adminScores.actions')}</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody ref={body} role="rowgroup">
          {rows.map((row) => {
            const { first, second, both } = getEntryDisplayNames(row)
            const plain = first || t('scores.unnamed')
            const name = both || plain
            const isOpen = open === row.id
            const level = getShownLevel(row)
            const below = [
              row.playerEmail,
              second,
              row.teamNo && t('scores.teamNo', { no: row.teamNo }),
              row.schoolName,
            ].filter(Boolean)
            return (
              <Fragment key={row.id}>
                <Table.Tr
                  role="row"
                  data-row={row.id}
                  data-medal={findMedalUnlessProvisional(row)}
                  onAnimationEnd={(event) => event.currentTarget.classList.remove(styles.highlight as string)}
                >
                  <Table.Td role="cell" className={styles.rank}>
                    {row.rank <= 3 ? (
                      <Medal rank={row.rank} isProvisional={row.isProvisional} />
                    ) : (
                      formatNumber(row.rank, lang)
                    )}
                  </Table.Td>
                  <Table.Th scope="row" role="rowheader">
                    <Bdi>{plain}</Bdi>
                    <Text size="xs" className={styles.quiet}>
                      {below.map((text, at) => (
                        <Fragment key={text}>
                          {at > 0 ? ' · ' : null}
                          <Bdi>{text}</Bdi>
                        </Fragment>
                      ))}
                    </Text>
                  </Table.Th>
                  {hasLevels ? (
                    <Table.Td role="cell">{level === null ? null : t(`missionType.${level}`)}</Table.Td>
                  ) : null}
                  <Table.Td role="cell" data-label={t('scores.score')} className={styles.number}>
                    <bdi className={styles.points}>{formatNumber(row.totalScore, lang)}</bdi>
                    {row.isProvisional ? <Text size="xs">{t('scores.provisional')}</Text> : null}
                  </Table.Td>
                  {hasTimes ? (
                    <Table.Td role="cell" data-label={t('scores.time')} className={styles.number}>
                      <bdi dir="ltr">{formatMeasuredTimeOrDash(row.totalTimeMs, decimals)}</bdi>
                    </Table.Td>
                  ) : null}
                  <Table.Td role="cell" data-label={t('scores.attempts')} className={styles.number}>
                    {formatNumber(row.attemptCount, lang)}
                  </Table.Td>
                  <Table.Td role="cell">
                    <Group gap={4} justify="flex-end" wrap="nowrap">
                      <ActionIcon
                        variant="subtle"
                        aria-expanded={isOpen}
                        aria-label={tAttribute('adminScores.more', { name })}
                        onClick={() => onOpen(isOpen ? undefined : row.id)}
                      >
                        {isOpen ? <IconChevronUp size={18} /> : <IconChevronDown size={18} />}
                      </ActionIcon>
                      <ActionIcon
                        variant="subtle"
                        aria-label={tAttribute('adminScores.editEntry', { name })}
                        onClick={() => onEdit(row)}
                      >
                        <IconPencil size={18} />
                      </ActionIcon>
                      {canChangeScores ? (
                        <ActionIcon
                          variant="subtle"
                          color="red"
                          aria-label={tAttribute('adminScores.removeEntry', { name })}
                          onClick={() => onRemove(row)}
                        >
                          <IconTrash size={18} />
                        </ActionIcon>
                      ) : null}
                    </Group>
                  </Table.Td>
                </Table.Tr>
                {isOpen ? (
                  <Table.Tr role="row">
                    <Table.Td
                      colSpan={5 + (hasLevels ? 1 : 0) + (hasTimes ? 1 : 0)}
                      role="cell"
                      className={styles.opened}
                    >
                      {opened(row)}
                    </Table.Td>
                  </Table.Tr>
                ) : null}
              </Fragment>
            )
          })}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

const pageSizes = ['10', '25', '50', '100', '500', '1000']

type RankingToolbarProps = {
  ranking: AdminRanking
  eventId: string
  /** False while the results are final. Scores cannot be imported then. */
  canChangeScores: boolean
  /** Whether a change or a download is running: another one would be ignored. */
  isBusy: boolean
  onDownload: () => void
  onOpenDialog: (kind: 'import' | 'keys' | 'removed' | 'guests') => void
}

/**
 * Shows the search, page size and buttons of a ranking: reload, import, export, keys, removed scores and
 * score log.
 */
export function RankingToolbar({
  ranking,
  eventId,
  canChangeScores,
  isBusy,
  onDownload,
  onOpenDialog,
}: RankingToolbarProps) {
  const { t } = useTranslation()
  const isLimited = useIsLimitedToRegions()
  const { query } = ranking
  return (
    <Group className={styles.toolbar}>
      <TextInput
        type="search"
        dir="auto"
        style={{ flex: '1 1 220px' }}
        leftSection={<IconSearch size={18} />}
        aria-label={t('adminScores.search')}
        placeholder={t('adminScores.search')}
        value={query.s}
        maxLength={200}
        onChange={(change) => ranking.set({ s: change.currentTarget.value })}
      />
      <Select
        aria-label={t('adminScores.perPage')}
        w={100}
        data={pageSizes}
        value={String(query.per_page)}
        allowDeselect={false}
        onChange={(value) => ranking.set({ per_page: Number(value) })}
      />
      <Button
        variant="default"
        leftSection={<IconRefresh size={18} />}
        loading={ranking.loading}
        onClick={() => void ranking.reload()}
      >
        {t('adminScores.reload')}
      </Button>
      <Group>
        {canChangeScores ? (
          <Button
            variant="default"
            leftSection={<IconUpload size={18} />}
            onClick={() => onOpenDialog('import')}
          >
            {t('adminScores.import')}
          </Button>
        ) : null}
        <Button
          variant="default"
          disabled={isBusy}
          leftSection={<IconDownload size={18} />}
          onClick={onDownload}
        >
          {t('adminScores.export')}
        </Button>
        {isLimited ? null : (
          <Button variant="default" leftSection={<IconKey size={18} />} onClick={() => onOpenDialog('keys')}>
            {t('adminScores.keys')}
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<IconUserQuestion size={18} />}
          onClick={() => onOpenDialog('guests')}
        >
          {t('adminScores.guests.title')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconArrowBackUp size={18} />}
          onClick={() => onOpenDialog('removed')}
        >
          {t('adminScores.removed')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconShieldCheck size={18} />}
          component={Link}
          to={`/admin/events/${eventId}/scores/log`}
        >
          {t('adminScores.log')}
        </Button>
      </Group>
    </Group>
  )
}
