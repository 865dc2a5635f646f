import { Button, Group, Stack, Text } from '@mantine/core'
import { IconTemplate } from '@tabler/icons-react'
import { useState } from 'react'
import type { RuleSet, RuleSetPreview, RuleSetState } from '#contract/rule-set.ts'
import { Dialog } from '#web/admin/shared/dialog.tsx'
import { RecordForm } from '#web/admin/shared/form-page.tsx'
import { type FieldErrors, getValueAtPath, useRecordForm } from '#web/admin/shared/use-record-form.ts'
import type { RuleSetTemplate } from '#web/shared/api/admin/scores.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { ApiError } from '#web/shared/api/call.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { listRuleSetDifferences } from './list-rule-set-differences.ts'
import { RankChangesDialog } from './rank-changes-dialog.tsx'
import { RuleSetSections } from './rule-set-sections.tsx'
import styles from './rule-sets.module.css'
import { ScoreSheetPreview } from './score-sheet-preview.tsx'
import { RuleSetTemplateList } from './template-list.tsx'

type Props = {
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
  return Object.entries(value).flatMap(([key, part]) => findInvalidNumbers(part, path ? `${path}.${key}` : key))
}

/** Adds the rule set that is stored now to the error of an outdated version. */
const addStoredRuleSet = async (eventId: string, error: unknown): Promise<unknown> => {
  if (!(error instanceof ApiError) || error.code !== 'stale-version') return error
  const current = await adminApi.ruleSets.get(eventId)
  return new ApiError(error.status, error.code, error.message, error.fields, { current })
}

/** Shows the form of the rule set of an event, with a preview of its score sheet. In an event with scores, a dialog shows the changed ranks before the rules are saved. */
export function RuleSetForm({ eventId, state, initial, templates, onSaved }: Props) {
  const { t } = useTranslation()
  const lang = useLang()
  const [confirmation, setConfirmation] = useState<{ preview: RuleSetPreview; answer: (isConfirmed: boolean) => void }>()
  const [isChoosing, setIsChoosing] = useState(false)
  const answer = (isConfirmed: boolean) => {
    confirmation?.answer(isConfirmed)
    setConfirmation(undefined)
  }
  const isTimePath = (values: RuleSet, path: string) =>
    /[tT]imeMs|timeLimitMs/.test(path) ||
    (/\.(?:min|max)$/.test(path) && getValueAtPath(values, path.replace(/\.(?:min|max)$/, '.kind')) === 'time')

  const form = useRecordForm<RuleSet, { ruleSet: RuleSet; version: number | null }>({
    initialValues: initial,
    validate: (values) =>
      Object.fromEntries(
        findInvalidNumbers(values).map((path) => [path, t(isTimePath(values, path) ? 'adminRuleSets.badTime' : 'adminRuleSets.badNumber')]),
      ) as FieldErrors<RuleSet>,
    beforeSave: async (values) => {
      const preview = await adminApi.ruleSets.preview(eventId, values)
      if (state.entryCount === 0) return true
      return new Promise<boolean>((resolve) => setConfirmation({ preview, answer: resolve }))
    },
    save: async (values, version) => {
      try {
        const saved = await adminApi.ruleSets.save(eventId, values, version ?? state.version)
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
      return current?.ruleSet && current.version !== null ? { values: current.ruleSet, version: current.version } : undefined
    },
    toSavedState: ({ ruleSet, version }) => ({ values: ruleSet, version: version ?? 0 }),
    onSaved,
  })
  const { values } = form
  const change = (next: RuleSet) => {
    for (const key of ['template', 'groups', 'disqualification', 'rankingKeys'] as const)
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
          <Button variant="default" leftSection={<IconTemplate size={18} aria-hidden />} onClick={() => setIsChoosing(true)}>
            {t('adminRuleSets.otherTemplate')}
          </Button>
        </Group>
        <RuleSetSections ruleSet={values} errors={form.errors as Errors} saved={state.ruleSet} onChange={change} />
      </RecordForm>
      <div className={styles.preview}>
        <ScoreSheetPreview ruleSet={values} />
      </div>
      {isChoosing ? (
        <Dialog title={t('adminRuleSets.choose')} size="lg" onClose={() => setIsChoosing(false)}>
          <Stack>
            <Text>{t('adminRuleSets.otherTemplateText')}</Text>
            <RuleSetTemplateList
              templates={templates}
              isInDialog
              onChoose={({ ruleSet }) => {
                change(ruleSet)
                setIsChoosing(false)
              }}
            />
          </Stack>
        </Dialog>
      ) : null}
      {confirmation ? (
        <RankChangesDialog
          title={t('adminRuleSets.saveTitle')}
          text={t('adminRuleSets.saveText')}
          action={t('adminRuleSets.save')}
          preview={confirmation.preview}
          onClose={() => answer(false)}
          onConfirm={() => answer(true)}
        />
      ) : null}
    </div>
  )
}
