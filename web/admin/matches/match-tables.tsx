import { Badge, Button, Paper, Stack, Text, Title } from '@mantine/core'
import type { Tournament, TournamentMatch, TournamentPairing } from '#contract/match.schema.ts'
import { isolateLeftToRight, isolateTextDirection } from '#contract/rules/text.ts'
import { toGroupLetter } from '#contract/scoring/match-list.ts'
import { type StackedColumn, StackedTable } from '#web/admin/shared/stacked-table.tsx'
import { formatNumber } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import { createMatchNameFormatters } from './match-texts.ts'
import styles from './matches.module.css'

type TableProps = { tournament: Tournament; canEdit: boolean; onOpen: (match: number) => void }

type MatchRow = { pairing: TournamentPairing; match: TournamentMatch | undefined }

/** Shows both sides of a match, each with its score, and how the match was decided. */
function MatchSides({
  nameSide,
  row: { pairing, match },
}: {
  nameSide: (side: TournamentPairing['sides'][number]) => string
  row: MatchRow
}) {
  const { t } = useTranslation()
  const lang = useLang()
  const result = match?.result
  const formatValue = (value: number) => isolateLeftToRight(formatNumber(value, lang))
  const decidedBy = result?.decidedBy
  const note = !match
    ? t('adminMatches.table.bye')
    : result?.haveBothLost
      ? t('adminMatches.table.bothLost')
      : result?.isWalkover
        ? t('adminMatches.table.walkover')
        : decidedBy
          ? t('adminMatches.table.decidedBy', {
              label: isolateTextDirection(decidedBy.label[lang]),
              one: formatValue(decidedBy.values[0]),
              other: formatValue(decidedBy.values[1]),
            })
          : match.isNeeded
            ? ''
            : t('adminMatches.table.notNeeded')
  return (
    <>
      <div className={styles.sides}>
        {([0, 1] as const).map((nth) => (
          <div key={nth} className={styles.side} data-winner={result?.winner === nth || undefined}>
            <Bdi>{nameSide(pairing.sides[nth])}</Bdi>
            {result ? <span>{formatValue(result.scores[nth])}</span> : null}
          </div>
        ))}
      </div>
      {note ? (
        <Text size="sm" className={styles.quiet}>
          {note}
        </Text>
      ) : null}
    </>
  )
}

type MatchTableProps = TableProps & { name: string; pairings: readonly TournamentPairing[] }

function MatchTable({ tournament, canEdit, onOpen, name, pairings }: MatchTableProps) {
  const { t, i18n } = useTranslation()
  const { formatDateTime } = useDateFormat()
  const { formatRound, formatPairedSide } = createMatchNameFormatters(i18n, tournament)
  const rows = pairings.flatMap((pairing): MatchRow[] =>
    pairing.matches.length === 0
      ? [{ pairing, match: undefined }]
      : pairing.matches.map((match) => ({ pairing, match })),
  )
  const isScheduled = rows.some(({ match }) => match?.time)
  const timeColumn: StackedColumn<MatchRow> = {
    title: t('adminMatches.table.time'),
    render: ({ match }) =>
      match?.time
        ? t('adminMatches.table.place', {
            table: isolateTextDirection(match.time.table),
            time: formatDateTime(match.time.startsAt),
          })
        : '–',
  }
  const columns: [StackedColumn<MatchRow>, ...StackedColumn<MatchRow>[]] = [
    { title: t('adminMatches.table.match'), hasLabel: true, render: ({ match }) => match?.number ?? '–' },
    { title: t('adminMatches.table.round'), render: ({ pairing }) => formatRound(pairing) },
    {
      title: t('adminMatches.table.sides'),
      render: (row) => <MatchSides nameSide={formatPairedSide} row={row} />,
    },
    ...(isScheduled ? [timeColumn] : []),
    {
      title: t('adminMatches.table.actions'),
      isActions: true,
      render: ({ pairing, match }) =>
        match &&
        canEdit &&
        pairing.sides.every(({ side }) => side !== null) &&
        (match.isNeeded || match.result) ? (
          <Button
            size="xs"
            variant="default"
            aria-label={t(match.result ? 'adminMatches.table.changeFor' : 'adminMatches.table.enterFor', {
              number: match.number,
            })}
            onClick={() => onOpen(match.number)}
          >
            {t(match.result ? 'adminMatches.table.change' : 'adminMatches.table.enter')}
          </Button>
        ) : null,
    },
  ]
  return (
    <StackedTable
      label={t('adminMatches.table.label', { name: isolateTextDirection(name) })}
      minWidth={640}
      columns={columns}
      rows={rows}
      getKey={({ pairing, match }) =>
        match?.number ??
        `bye ${pairing.sides.map(({ side, source }) => side ?? JSON.stringify(source)).join()}`
      }
    />
  )
}

/** Shows the standing of each group with its matches. */
export function GroupStandingAndMatchTables(props: TableProps) {
  const { t, i18n } = useTranslation()
  const lang = useLang()
  const { tournament } = props
  const { formatSide } = createMatchNameFormatters(i18n, tournament)
  const format = (value: number) => <bdi dir="ltr">{formatNumber(value, lang)}</bdi>
  type Row = Tournament['groups'][number]['rows'][number]
  return tournament.groups.map(({ rows, isComplete, advancingPlaces }, group) => {
    const name = toGroupLetter(group)
    const count = (title: string, read: (row: Row) => number): StackedColumn<Row> => ({
      title,
      number: true,
      render: (row) => format(read(row)),
    })
    const columns: [StackedColumn<Row>, ...StackedColumn<Row>[]] = [
      {
        title: t('adminMatches.standing.side'),
        render: (row) => (
          <>
            {row.place}. <Bdi>{formatSide(row.side)}</Bdi>{' '}
            {isComplete && row.place <= advancingPlaces && !row.isAnnulled ? (
              <Badge color="teal" variant="light" c="var(--mantine-color-text)">
                {t('adminMatches.standing.advances')}
              </Badge>
            ) : null}
            {row.isAnnulled ? ` (${t('adminMatches.standing.annulled')})` : ''}
            {row.reason ? (
              <Text size="sm" className={styles.quiet} fw={400}>
                {row.reason}
              </Text>
            ) : null}
          </>
        ),
      },
      count(t('adminMatches.standing.played'), ({ played }) => played),
      count(t('adminMatches.standing.won'), ({ won }) => won),
      count(t('adminMatches.standing.drawn'), ({ drawn }) => drawn),
      count(t('adminMatches.standing.lost'), ({ lost }) => lost),
      {
        title: t('adminMatches.standing.score'),
        number: true,
        render: ({ scored, conceded }) => (
          <bdi dir="ltr">
            {formatNumber(scored, lang)}:{formatNumber(conceded, lang)}
          </bdi>
        ),
      },
      ...tournament.fields.map(({ label }, at) => count(label[lang], ({ fields }) => fields[at] ?? 0)),
      count(t('adminMatches.standing.points'), ({ points }) => points),
    ]
    return (
      <Paper key={name} withBorder p="md" component="section" aria-labelledby={`group-${name}`}>
        <Stack>
          <div>
            <Title order={3} size="h4" id={`group-${name}`}>
              {t('adminMatches.group', { name })}
            </Title>
            {isComplete ? null : (
              <Text size="sm" className={styles.quiet}>
                {t('adminMatches.standing.provisional')}
              </Text>
            )}
          </div>
          <StackedTable
            label={t('adminMatches.standing.label', { name })}
            minWidth={640}
            columns={columns}
            rows={rows}
            getKey={({ side }) => side}
          />
          <MatchTable
            {...props}
            name={t('adminMatches.group', { name })}
            pairings={tournament.pairings.filter(({ part }) => part.of === 'group' && part.group === group)}
          />
        </Stack>
      </Paper>
    )
  })
}

/** Shows the matches of each knock-out, round by round. */
export function KnockOutTables(props: TableProps) {
  const lang = useLang()
  const { tournament } = props
  return tournament.knockOuts.map(({ label }, knockOut) => (
    // the position is the identity of a knock-out
    // biome-ignore lint/suspicious/noArrayIndexKey: knock-outs are never moved here
    <Paper key={knockOut} withBorder p="md" component="section" aria-labelledby={`knock-out-${knockOut}`}>
      <Stack>
        <Title order={3} size="h4" id={`knock-out-${knockOut}`}>
          <Bdi>{label[lang]}</Bdi>
        </Title>
        <MatchTable
          {...props}
          name={label[lang]}
          pairings={tournament.pairings.filter(
            ({ part }) => part.of === 'knockOut' && part.knockOut === knockOut,
          )}
        />
      </Stack>
    </Paper>
  ))
}
