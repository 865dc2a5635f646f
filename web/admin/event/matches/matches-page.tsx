import { Alert, Anchor, Button, Group, Paper, Select, Stack, Text, Title } from '@mantine/core'
import { useCallback, useState } from 'react'
import { Link } from 'react-router'
import type {
  AdminMatches,
  DrawMatchesRequest,
  TournamentPairing,
} from '#contract/event/matches/match.schema.ts'
import type { MatchRules } from '#contract/event/matches/match-rules.schema.ts'
import type { RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import { isolateText } from '#i18n/text-direction.ts'
import { EventTabHeadingAndDocumentTitle } from '#web/admin/event/events/event-tab-heading.tsx'
import { useSubmitWithInvalidFieldFocus } from '#web/admin/shared/admin-submit.tsx'
import { AdminConfirmDialog } from '#web/admin/shared/dialog.tsx'
import { callApi } from '#web/shared/api/with-token.ts'
import {
  useSetQueryParameter,
  useTournamentPartOfAddress,
  useTournamentWithFormatters,
} from '#web/shared/event/matches/tournament-model.ts'
import {
  ShownMatchCount,
  TournamentStandingsAndMatches,
} from '#web/shared/event/matches/tournament-tables.tsx'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import type { Route } from './+types/matches-page.ts'
import { DrawForm } from './draw-form.tsx'
import { MatchResultDialog } from './match-dialog.tsx'
import { MatchProblemList } from './match-preview.tsx'
import styles from './matches.module.css'
import { WithdrawOrReinstateDrawnTeamsSection } from './withdrawal-section.tsx'

export const clientLoader = async ({ params }: Route.ClientLoaderArgs) => {
  const { ruleSet } = await callApi('GET /api/admin/events/:eventId/rule-set', {
    params: { eventId: params.id },
  })
  const rules = ruleSet?.matches
  if (!ruleSet || !rules) return { eventId: params.id, tournament: null }
  const { matches } = await callApi('GET /api/admin/events/:eventId/matches', {
    params: { eventId: params.id },
  })
  return { eventId: params.id, tournament: { ruleSet, rules, initial: matches } }
}

/** Another part in the address changes nothing of what is loaded. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }) =>
  currentUrl.pathname !== nextUrl.pathname

type DrawSectionProps = {
  eventId: string
  rules: MatchRules
  matches: AdminMatches
  onDrawn: (matches: AdminMatches) => void
}

/** Shows the form of the draw, or when it was made, with its random seed and a button to draw again. */
function DrawSection({ eventId, rules, matches, onDrawn }: DrawSectionProps) {
  const { t } = useTranslation()
  const { formatDateTime } = useDateFormat()
  const [isDrawing, setIsDrawing] = useState(false)
  const [pending, setPending] = useState<DrawMatchesRequest>()
  const { submitting, failure, submit, clear } = useSubmitWithInvalidFieldFocus()
  const { drawnAt, randomSeed } = matches.tournament
  const draw = (request: DrawMatchesRequest) =>
    submit(async () => {
      const { msg, matches: drawn } = await callApi('POST /api/admin/events/:eventId/matches/draw', {
        params: { eventId },
        json: request,
      })
      toast.success(msg)
      setIsDrawing(false)
      onDrawn(drawn)
    })
  if (matches.teams.length < 2 && drawnAt === null)
    return (
      <Alert color="yellow">
        {t('adminMatches.noTeams')}{' '}
        <Anchor inherit component={Link} underline="always" to={`/admin/events/${eventId}/teams`}>
          {t('adminMatches.openTeams')}
        </Anchor>
      </Alert>
    )
  if (!matches.canDraw && drawnAt === null)
    return <Alert color="yellow">{t('adminMatches.draw.closed')}</Alert>
  if (drawnAt === null || isDrawing)
    return (
      <Paper withBorder p="md">
        <DrawForm
          matches={matches}
          rules={rules}
          busy={submitting}
          error={failure?.message}
          onCancel={
            drawnAt === null
              ? undefined
              : () => {
                  clear()
                  setIsDrawing(false)
                }
          }
          onDraw={(request) => (drawnAt === null ? void draw(request) : setPending(request))}
        />
        {pending ? (
          <AdminConfirmDialog
            title={t('adminMatches.draw.againTitle')}
            text={t('adminMatches.draw.againText')}
            action={t('adminMatches.draw.again')}
            onClose={() => setPending(undefined)}
            onConfirm={() => {
              setPending(undefined)
              void draw(pending)
            }}
          />
        ) : null}
      </Paper>
    )
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" align="flex-start">
        <div>
          <Title order={3} size="h4">
            {t('adminMatches.draw.title')}
          </Title>
          <Text size="sm">{t('adminMatches.draw.drawnAt', { time: formatDateTime(drawnAt) })}</Text>
          <Text size="sm">
            {t('adminMatches.draw.seed')}:{' '}
            <bdi dir="ltr" className={styles.seed}>
              {randomSeed}
            </bdi>
          </Text>
          <Text size="sm" className={styles.quiet}>
            {matches.canDraw ? t('adminMatches.draw.seedHint') : t('adminMatches.draw.closed')}
          </Text>
        </div>
        {matches.canDraw ? (
          <Button variant="default" onClick={() => setIsDrawing(true)}>
            {t('adminMatches.draw.again')}
          </Button>
        ) : null}
      </Group>
    </Paper>
  )
}

type MatchButtonsProps = { pairing: TournamentPairing; onOpen: (match: number) => void }

/**
 * Shows a button for each match of a pairing that has a result or needs one, with the result if it does not
 * count.
 */
function MatchButtons({ pairing: { sides, matches }, onOpen }: MatchButtonsProps) {
  const { t, i18n } = useTranslation()
  if (sides.some(({ side }) => side === null)) return null
  return (
    <Group gap="xs" mt="xs">
      {matches.map(({ number, result, isNeeded }) => {
        const label = t(result ? 'adminMatches.table.changeFor' : 'adminMatches.table.enterFor', { number })
        const short = t(result ? 'adminMatches.table.change' : 'adminMatches.table.enter')
        return result || isNeeded ? (
          <Button key={number} size="xs" variant="default" aria-label={label} onClick={() => onOpen(number)}>
            {matches.length > 1 ? label : short}
            {result && !isNeeded ? ` (${isolateText(result.scores.join(':'), i18n.language)})` : ''}
          </Button>
        ) : null
      })}
    </Group>
  )
}

type TournamentProps = { eventId: string; ruleSet: RuleSet; rules: MatchRules; initial: AdminMatches }

/** Shows the draw, then groups and knock-outs with dialogs for their matches. */
function TournamentSections({ eventId, ruleSet, rules, initial }: TournamentProps) {
  const { t } = useTranslation()
  const [matches, setMatches] = useState(initial)
  const [opened, setOpened] = useState<number>()
  const { tournament } = matches
  const reload = useCallback(async () => {
    try {
      const read = await callApi('GET /api/admin/events/:eventId/matches', { params: { eventId } })
      setMatches(read.matches)
    } catch {
      toast.error(t('adminMatches.loadFailed'))
    }
  }, [eventId, t])
  const model = useTournamentWithFormatters(tournament, true)
  const part = useTournamentPartOfAddress(model)
  const setQueryParameter = useSetQueryParameter()
  return (
    <>
      <MatchProblemList eventId={eventId} matches={matches} onOpen={setOpened} />
      <DrawSection eventId={eventId} rules={rules} matches={matches} onDrawn={setMatches} />
      {tournament.drawnAt === null ? null : (
        <>
          <Group align="flex-end">
            {model.parts.length > 1 ? (
              <Select
                label={t('matches.part')}
                placeholder={t('matches.allParts')}
                data={[...Map.groupBy(model.parts, ({ heading }) => heading)].map(([group, parts]) => ({
                  group,
                  // an item with a group of its own would be a group
                  items: parts.map(({ value, label }) => ({ value, label })),
                }))}
                clearable
                value={part?.value ?? null}
                onChange={(value) => setQueryParameter('part', value ?? '')}
              />
            ) : null}
            <ShownMatchCount model={model} part={part} />
          </Group>
          <div className={styles.tables}>
            <TournamentStandingsAndMatches
              model={model}
              part={part}
              Heading="h3"
              renderSide={({ side, isAnnulled }) => (
                <>
                  {model.nameTeams(side)}
                  {isAnnulled ? <small>{t('adminMatches.annulled')}</small> : null}
                </>
              )}
              renderActions={(pairing) => <MatchButtons pairing={pairing} onOpen={setOpened} />}
            />
          </div>
          <WithdrawOrReinstateDrawnTeamsSection
            eventId={eventId}
            rules={rules}
            matches={matches}
            onSaved={setMatches}
          />
        </>
      )}
      {opened === undefined ? null : (
        <MatchResultDialog
          key={opened}
          eventId={eventId}
          ruleSet={ruleSet}
          matches={matches}
          number={opened}
          onClose={() => setOpened(undefined)}
          onSaved={(saved) => {
            setMatches(saved)
            setOpened(undefined)
          }}
          onOutdated={reload}
        />
      )}
    </>
  )
}

/** Shows the matches of an event: the draw, groups and knock-outs. */
export default function AdminMatchesPage({ loaderData: { eventId, tournament } }: Route.ComponentProps) {
  const { t } = useTranslation()
  return (
    <Stack gap="lg">
      <div>
        <EventTabHeadingAndDocumentTitle tab="matches" />
        <Text size="sm" className={styles.quiet} mt="xs">
          {t('adminMatches.intro')}
        </Text>
      </div>
      {tournament ? (
        <TournamentSections key={eventId} eventId={eventId} {...tournament} />
      ) : (
        <Alert color="blue">
          {t('adminMatches.noMatches')}{' '}
          <Anchor inherit component={Link} underline="always" to={`/admin/events/${eventId}/rules`}>
            {t('adminMatches.openRules')}
          </Anchor>
        </Alert>
      )}
    </Stack>
  )
}
