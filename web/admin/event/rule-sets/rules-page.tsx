import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import type { AdminMatches } from '#contract/event/matches/match.schema.ts'
import type { RuleSet, RuleSetState } from '#contract/event/scoring/rule-set.schema.ts'
import { ruleSetLimits } from '#contract/event/scoring/rule-set.ts'
import type { RuleSetPreview } from '#contract/event/scoring/rule-set-preview.schema.ts'
import { EventTabHeadingAndDocumentTitle } from '#web/admin/event/events/event-tab-heading.tsx'
import { useSubmitWithToasts } from '#web/admin/shared/admin-submit.tsx'
import { AdminDialog } from '#web/admin/shared/dialog.tsx'
import { RecordForm } from '#web/admin/shared/form-page.tsx'
import { type FieldErrors, getValueAtPath, useRecordForm } from '#web/admin/shared/use-record-form.ts'
import { ApiError } from '#web/shared/api/call.ts'
import { callApi } from '#web/shared/api/with-token.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { IconPrinter, IconTemplate } from '#web/shared/ui/icons.ts'
import type { Route } from './+types/rules-page.ts'
import { listRuleSetDifferences } from './list-rule-set-differences.ts'
import { ConfirmRankAndMatchChangesDialog } from './rank-changes-dialog.tsx'
import {
  RuleSetEditorSections,
  type RuleSetTemplate,
  RuleSetTemplateChoiceList,
} from './rule-set-sections.tsx'
import styles from './rule-sets.module.css'
import { InteractiveScoreSheetPreview } from './score-sheet-preview.tsx'

type RuleSetFormProps = {
  eventId: string
  state: RuleSetState
  /** The rule set that the form starts with. */
  initial: RuleSet
  templates: readonly RuleSetTemplate[]
  onSaved: () => void
}

type Errors = Record<string, string | undefined>

/** Lists the paths of the numbers that are not valid, such as `groups.0.fields.1.max`. */
const findInvalidNumbers = (value: unknown, path = ''): string[] => {
  if (Number.isNaN(value)) return [path]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) =>
    findInvalidNumbers(part, path ? `${path}.${key}` : key),
  )
}

/** Adds the rule set that is stored now to the error of an outdated version. */
const addStoredRuleSet = async (eventId: string, error: unknown): Promise<unknown> => {
  if (!(error instanceof ApiError) || error.code !== 'stale-version') return error
  const current = await callApi('GET /api/admin/events/:eventId/rule-set', { params: { eventId } })
  return new ApiError(error.status, error.code, error.message, error.fields, { current })
}

/**
 * Shows the form of the rule set of an event, with a preview of its score sheet. In an event with scores, a
 * dialog shows the changed ranks before the rules are saved.
 */
function RuleSetForm({ eventId, state, initial, templates, onSaved }: RuleSetFormProps) {
  const { t } = useTranslation()
  const lang = useLang()
  const [confirmation, setConfirmation] = useState<{
    preview: RuleSetPreview
    matches: AdminMatches | undefined
    answer: (isConfirmed: boolean) => void
  }>()
  const [isChoosing, setIsChoosing] = useState(false)
  const answer = (isConfirmed: boolean) => {
    confirmation?.answer(isConfirmed)
    setConfirmation(undefined)
  }
  const isTimePath = (values: RuleSet, path: string) =>
    /[tT]imeMs|timeLimitMs/.test(path) ||
    (/\.(?:min|max)$/.test(path) &&
      getValueAtPath(values, path.replace(/\.(?:min|max)$/, '.kind')) === 'time')

  const form = useRecordForm<RuleSet, { ruleSet: RuleSet; version: number | null }>({
    initialValues: initial,
    validate: (values) =>
      Object.fromEntries(
        findInvalidNumbers(values).map((path) => [
          path,
          path.endsWith('.judges')
            ? t('adminRuleSets.badJudgeCount', { min: 2, max: ruleSetLimits.judges })
            : t(isTimePath(values, path) ? 'adminRuleSets.badTime' : 'adminRuleSets.badNumber'),
        ]),
      ) as FieldErrors<RuleSet>,
    beforeSave: async (values) => {
      const preview = await callApi('POST /api/admin/events/:eventId/rule-set/preview', {
        params: { eventId },
        json: { ruleSet: values },
      })
      if (state.entryCount === 0) return true
      const matches = preview.matches
        ? (await callApi('GET /api/admin/events/:eventId/matches', { params: { eventId } })).matches
        : undefined
      return new Promise<boolean>((resolve) => setConfirmation({ preview, matches, answer: resolve }))
    },
    save: async (values, version) => {
      try {
        const saved = await callApi('PUT /api/admin/events/:eventId/rule-set', {
          params: { eventId },
          json: { ruleSet: values, version: version ?? state.version },
        })
        return { message: saved.msg, record: { ruleSet: values, version: saved.version } }
      } catch (error) {
        throw await addStoredRuleSet(eventId, error)
      }
    },
    toFieldErrors: ({ fields }) =>
      Object.fromEntries(
        Object.entries(fields).map(([field, message]) => [field.replace(/^ruleSet\./, ''), message]),
      ) as FieldErrors<RuleSet>,
    readCurrent: ({ details }) => {
      const current = details.current as RuleSetState | undefined
      return current?.ruleSet && current.version !== null
        ? { values: current.ruleSet, version: current.version }
        : undefined
    },
    toSavedState: ({ ruleSet, version }) => ({ values: ruleSet, version: version ?? 0 }),
    onSaved,
  })
  const { values } = form
  const change = (next: RuleSet) => {
    for (const key of ['template', 'groups', 'disqualification', 'rankingKeys', 'matches'] as const)
      if (next[key] !== values[key]) form.set(key, next[key])
  }

  return (
    <div className={styles.editor}>
      <RecordForm
        form={form}
        differences={(theirs, mine) => listRuleSetDifferences(t, lang, theirs, mine)}
        saveLabel={t('adminRuleSets.save')}
      >
        <Group>
          <Button
            variant="default"
            leftSection={<IconTemplate size={18} aria-hidden />}
            onClick={() => setIsChoosing(true)}
          >
            {t('adminRuleSets.otherTemplate')}
          </Button>
        </Group>
        <RuleSetEditorSections
          ruleSet={values}
          errors={form.errors as Errors}
          saved={state.ruleSet}
          teamCount={state.teamCount}
          onChange={change}
        />
      </RecordForm>
      <div className={styles.preview}>
        <InteractiveScoreSheetPreview ruleSet={values} />
      </div>
      {isChoosing ? (
        <AdminDialog title={t('adminRuleSets.choose')} size="lg" onClose={() => setIsChoosing(false)}>
          <Stack>
            <Text>{t('adminRuleSets.otherTemplateText')}</Text>
            <RuleSetTemplateChoiceList
              templates={templates}
              isInDialog
              onChoose={({ ruleSet }) => {
                change(ruleSet)
                setIsChoosing(false)
              }}
            />
          </Stack>
        </AdminDialog>
      ) : null}
      {confirmation ? (
        <ConfirmRankAndMatchChangesDialog
          title={t('adminRuleSets.saveTitle')}
          text={t('adminRuleSets.saveText')}
          action={t('adminRuleSets.save')}
          preview={confirmation.preview}
          matches={confirmation.matches}
          onClose={() => answer(false)}
          onConfirm={() => answer(true)}
        />
      ) : null}
    </div>
  )
}

type Props = { eventId: string; version: number | null; onRemoved: () => void }

/** Returns an event to the standard ranking, after a dialog with the changed ranks. */
function RemoveRuleSetButton({ eventId, version, onRemoved }: Props) {
  const { t } = useTranslation()
  const [preview, setPreview] = useState<RuleSetPreview>()
  const { saving, save } = useSubmitWithToasts()
  const showPreview = () =>
    save(async () => {
      setPreview(
        await callApi('POST /api/admin/events/:eventId/rule-set/preview', {
          params: { eventId },
          json: { ruleSet: null },
        }),
      )
      return undefined
    })
  const remove = () =>
    save(
      () =>
        callApi('PUT /api/admin/events/:eventId/rule-set', {
          params: { eventId },
          json: { ruleSet: null, version },
        }),
      () => {
        setPreview(undefined)
        onRemoved()
      },
    )
  return (
    <>
      <Button variant="default" loading={saving && !preview} onClick={() => void showPreview()}>
        {t('adminRuleSets.remove')}
      </Button>
      {preview ? (
        <ConfirmRankAndMatchChangesDialog
          title={t('adminRuleSets.removeTitle')}
          text={t('adminRuleSets.removeText')}
          action={t('adminRuleSets.remove')}
          preview={preview}
          busy={saving}
          onClose={() => setPreview(undefined)}
          onConfirm={() => void remove()}
        />
      ) : null}
    </>
  )
}

export const clientLoader = async ({ params }: Route.ClientLoaderArgs) => {
  const [{ event }, state, { templates }] = await Promise.all([
    callApi('GET /api/admin/events/:eventId/scores', {
      params: { eventId: params.id },
      query: { per_page: 10 },
    }),
    callApi('GET /api/admin/events/:eventId/rule-set', { params: { eventId: params.id } }),
    callApi('GET /api/admin/rule-set-templates'),
  ])
  return { event, state, templates }
}

/** Shows the rule set of an event: its form, or the templates to start with; read-only after the event. */
export default function EventRuleSetPage({ loaderData: { event, state, templates } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  // what the form starts with: the saved rule set, or a template
  const [start, setStart] = useState<RuleSet | null>(state.ruleSet)
  const { isClosed } = state
  return (
    <Stack gap="lg">
      <div>
        <EventTabHeadingAndDocumentTitle tab="rules">
          {state.ruleSet ? (
            <Button
              component={Link}
              to={`/admin/events/${event.id}/rules/sheets`}
              variant="default"
              leftSection={<IconPrinter size={18} aria-hidden />}
            >
              {t('adminRuleSets.print')}
            </Button>
          ) : null}
          {state.ruleSet && !isClosed ? (
            <RemoveRuleSetButton
              eventId={event.id}
              version={state.version}
              onRemoved={() => {
                setStart(null)
                void revalidate()
              }}
            />
          ) : null}
        </EventTabHeadingAndDocumentTitle>
        <Text size="sm" className={styles.quiet} mt="xs">
          {t('adminRuleSets.intro')}
          {state.ruleSet && state.version !== null
            ? ` ${t('adminRuleSets.version', { version: state.version })}`
            : ''}
        </Text>
      </div>
      {isClosed ? (
        <Alert color="yellow">
          {t(state.hasEnded ? 'adminRuleSets.closed' : 'adminRuleSets.closedBefore')}
        </Alert>
      ) : null}
      {state.isFrozen && !isClosed ? <Alert color="yellow">{t('adminRuleSets.frozen')}</Alert> : null}
      {isClosed && state.ruleSet ? (
        <div className={styles.editor}>
          <fieldset disabled className={styles.readOnly}>
            <RuleSetEditorSections
              ruleSet={state.ruleSet}
              errors={{}}
              saved={state.ruleSet}
              teamCount={state.teamCount}
              onChange={() => {}}
              isReadOnly
            />
          </fieldset>
          <div className={styles.preview}>
            <InteractiveScoreSheetPreview ruleSet={state.ruleSet} />
          </div>
        </div>
      ) : null}
      {!isClosed && start ? (
        <RuleSetForm
          eventId={event.id}
          state={state}
          initial={start}
          templates={templates}
          onSaved={() => void revalidate()}
        />
      ) : null}
      {state.ruleSet || start ? null : (
        <>
          <Text>
            {t('adminRuleSets.defaultRanking')}
            {isClosed ? '' : ` ${t('adminRuleSets.chooseTemplate')}`}
          </Text>
          {isClosed ? null : (
            <RuleSetTemplateChoiceList templates={templates} onChoose={({ ruleSet }) => setStart(ruleSet)} />
          )}
        </>
      )}
    </Stack>
  )
}
