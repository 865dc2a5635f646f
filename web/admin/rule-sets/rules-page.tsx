import { Alert, Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import type { RuleSet, RuleSetPreview } from '#contract/rule-set.ts'
import { getEventTitleWithFallback } from '#contract/rules/event-title.ts'
import { useAdminSubmit } from '#web/admin/shared/use-admin-submit.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'
import type { Route } from './+types/rules-page.ts'
import { RankChangesDialog } from './rank-changes-dialog.tsx'
import { RuleSetForm } from './rule-set-form.tsx'
import { RuleSetSections } from './rule-set-sections.tsx'
import styles from './rule-sets.module.css'
import { ScoreSheetPreview } from './score-sheet-preview.tsx'
import { RuleSetTemplateList } from './template-list.tsx'

type Props = { eventId: string; version: number | null; onRemoved: () => void }

/** Returns an event to the standard ranking, after a dialog with the changed ranks. */
function RemoveRuleSetButton({ eventId, version, onRemoved }: Props) {
  const { t } = useTranslation()
  const [preview, setPreview] = useState<RuleSetPreview>()
  const { submitting, submit } = useAdminSubmit()
  const run = async (work: () => Promise<void>) => {
    const failed = await submit(work)
    if (failed) toast.error(failed.message)
  }
  const showPreview = () => run(async () => setPreview(await adminApi.ruleSets.preview(eventId, null)))
  const remove = () =>
    run(async () => {
      const { msg } = await adminApi.ruleSets.save(eventId, null, version)
      setPreview(undefined)
      toast.success(msg)
      onRemoved()
    })
  return (
    <>
      <Button variant="default" loading={submitting && !preview} onClick={() => void showPreview()}>
        {t('adminRuleSets.remove')}
      </Button>
      {preview ? (
        <RankChangesDialog
          title={t('adminRuleSets.removeTitle')}
          text={t('adminRuleSets.removeText')}
          action={t('adminRuleSets.remove')}
          preview={preview}
          busy={submitting}
          onClose={() => setPreview(undefined)}
          onConfirm={() => void remove()}
        />
      ) : null}
    </>
  )
}

export const clientLoader = async ({ params }: Route.ClientLoaderArgs) => {
  const [{ event }, state, templates] = await Promise.all([
    adminApi.scores.getPage(params.id, { per_page: 10 }),
    adminApi.ruleSets.get(params.id),
    adminApi.ruleSets.listTemplates(),
  ])
  return { event, state, templates }
}

/** Shows the rule set of an event: its form, or the templates to start with; read-only after the event. */
export default function RulesPage({ loaderData: { event, state, templates } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const lang = useLang()
  const { revalidate } = useRevalidator()
  // what the form starts with: the saved rule set, or a template
  const [start, setStart] = useState<RuleSet | null>(state.ruleSet)
  const title = t('adminRuleSets.of', { event: `\u2068${getEventTitleWithFallback(event.title, lang)}\u2069` })
  const { isClosed } = state
  return (
    <Stack gap="lg">
      <title>{`${title} · ${t('name')}`}</title>
      <div>
        <Anchor component={Link} to={`/admin/events/${event.id}/scores`} size="sm">
          {t('adminRuleSets.back')}
        </Anchor>
        <Group justify="space-between" align="flex-end">
          <Title order={1} size="h2">
            {title}
          </Title>
          <Group>
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
          </Group>
        </Group>
        <Text size="sm" className={styles.quiet} mt="xs">
          {t('adminRuleSets.intro')}
          {state.ruleSet && state.version !== null ? ` ${t('adminRuleSets.version', { version: state.version })}` : ''}
        </Text>
      </div>
      {isClosed ? <Alert color="yellow">{t(state.hasEnded ? 'adminRuleSets.closed' : 'adminRuleSets.closedBefore')}</Alert> : null}
      {state.isFrozen && !isClosed ? <Alert color="yellow">{t('adminRuleSets.frozen')}</Alert> : null}
      {isClosed && state.ruleSet ? (
        <div className={styles.editor}>
          <fieldset disabled className={styles.readOnly}>
            <RuleSetSections ruleSet={state.ruleSet} errors={{}} saved={state.ruleSet} onChange={() => {}} isReadOnly />
          </fieldset>
          <div className={styles.preview}>
            <ScoreSheetPreview ruleSet={state.ruleSet} />
          </div>
        </div>
      ) : null}
      {!isClosed && start ? (
        <RuleSetForm eventId={event.id} state={state} initial={start} templates={templates} onSaved={() => void revalidate()} />
      ) : null}
      {state.ruleSet || start ? null : (
        <>
          <Text>
            {t('adminRuleSets.defaultRanking')}
            {isClosed ? '' : ` ${t('adminRuleSets.chooseTemplate')}`}
          </Text>
          {isClosed ? null : <RuleSetTemplateList templates={templates} onChoose={({ ruleSet }) => setStart(ruleSet)} />}
        </>
      )}
    </Stack>
  )
}
