import { Select, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { protestLimits } from '#contract/event/protest.ts'
import type { RuleSet } from '#contract/event/scoring/rule-set.schema.ts'
import { findRoundLabel } from '#contract/event/scoring/rule-set-sheet.ts'
import { joinTexts } from '#i18n/text-direction.ts'
import { FormDialog, useForm } from '#web/admin/shared/form-dialog.tsx'
import { useLoadedValueWithErrorToast } from '#web/admin/shared/use-loaded-value.ts'
import { callApi } from '#web/shared/api/with-token.ts'
import { formatAttempt } from '#web/shared/event/scores/format-attempt.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'

/** Reads the attempts of a team of an event; none without a result. */
const readAttempts = async (eventId: string, team: { id: string; teamNo: number; name: string }) => {
  const { scores } = await callApi('GET /api/admin/events/:eventId/scores', {
    params: { eventId },
    query: { s: team.name },
  })
  const entries = await Promise.all(
    scores
      .filter(({ hasTeam, teamNo }) => hasTeam && teamNo === String(team.teamNo))
      .map(({ id }) =>
        callApi('GET /api/admin/events/:eventId/scores/:entryId', { params: { eventId, entryId: id } }),
      ),
  )
  return entries.find(({ entry }) => entry.teamId === team.id)?.entry.attempts ?? []
}

type Props = { eventId: string; ruleSet: RuleSet | null; onClose: () => void; onSaved: () => void }

/** Shows a dialog that enters a protest that a team made on paper. */
export function PaperProtestDialog({ eventId, ruleSet, onClose, onSaved }: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  const { formatDateTime } = useDateFormat()
  // the same id again changes nothing, so that a lost reply does no harm
  const [id] = useState(() => crypto.randomUUID())
  const form = useForm({
    initialValues: { teamId: null as string | null, attemptId: null as string | null, reason: '' },
    send: ({ teamId, attemptId, reason }) =>
      callApi('PUT /api/admin/events/:eventId/protests/:protestId', {
        params: { eventId, protestId: id },
        json: { teamId: teamId ?? '', attemptId, reason },
      }),
    onSaved: () => {
      onSaved()
      onClose()
    },
    describeFailure: ({ code, message }) => (code === 'not-found' ? t('adminProtests.noResult') : message),
  })
  const { teamId, attemptId, reason } = form.values
  const loaded = useLoadedValueWithErrorToast(
    () => callApi('GET /api/admin/events/:eventId/teams', { params: { eventId } }),
    eventId,
  )
  const team = loaded?.teams.find((each) => each.id === teamId)
  const attempts =
    useLoadedValueWithErrorToast(async () => (team ? readAttempts(eventId, team) : []), team?.id ?? '') ?? []
  return (
    <FormDialog
      form={form}
      title={t('adminProtests.onPaper')}
      intro={<Text size="sm">{t('adminProtests.onPaperText')}</Text>}
      action={t('adminProtests.enter')}
      isBlocked={team === undefined || reason.trim() === ''}
      onClose={onClose}
    >
      <Select
        label={t('adminProtests.team')}
        searchable
        nothingFoundMessage={t('adminJudging.checkIn.nothingFound')}
        data={
          loaded?.teams.map(({ id: value, teamNo, name }) => ({
            value,
            label: joinTexts([teamNo, name], lang),
          })) ?? []
        }
        value={teamId}
        onChange={(value) => form.set({ teamId: value, attemptId: null })}
      />
      <Select
        label={t('adminProtests.about')}
        allowDeselect={false}
        data={[
          { value: '', label: t('protests.wholeResult') },
          ...attempts.map((attempt) => {
            const round = findRoundLabel(ruleSet, attempt.mission)
            return {
              value: attempt.id,
              label: formatAttempt(t, lang, formatDateTime, round ? { ...attempt, round } : attempt),
            }
          }),
        ]}
        value={attemptId ?? ''}
        onChange={(value) => form.set({ attemptId: value || null })}
      />
      <Textarea
        label={t('adminProtests.reason')}
        required
        dir="auto"
        autosize
        minRows={4}
        maxRows={12}
        maxLength={protestLimits.reason}
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  )
}
