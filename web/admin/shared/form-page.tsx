import { Alert, Anchor, Button, Fieldset, Group, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTranslation } from '#web/shared/texts.ts'
import { IconDeviceFloppy } from '#web/shared/ui/icons.ts'
import { AdminConfirmDialog } from './dialog.tsx'
import { EditConflictDialog, type FieldDifference } from './edit-conflict-dialog.tsx'
import styles from './form-page.module.css'
import type { RecordFormState } from './use-record-form.ts'

type BodyProps<V extends object> = {
  form: RecordFormState<V>
  /** Returns the fields that differ between the stored record and the form. */
  differences?: ((theirs: V, mine: V) => FieldDifference[]) | undefined
  /** The label of the save button, when it is not 'Save'. */
  saveLabel?: string | undefined
  /** More buttons after the save button. */
  actions?: ReactNode
  children: ReactNode
}
type Props<V extends object> = BodyProps<V> & {
  title: string
  /** The path of the link above the title. */
  backTo?: string
  /** The text of that link; the default is that of a list. */
  backText?: string
  extra?: ReactNode
}

/** Shows a section of a form with a heading. */
export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Fieldset legend={title} className={styles.section}>
      <Stack>{children}</Stack>
    </Fieldset>
  )
}

/**
 * Shows a form that saves a record, with a sticky Save button, the messages of a failed save, and the dialogs
 * for edit conflicts and unsaved changes.
 */
export function RecordForm<V extends object>({
  form,
  differences,
  saveLabel,
  actions,
  children,
}: BodyProps<V>) {
  const { t } = useTranslation()
  const { saveFailure, saving, blocker } = form
  return (
    <form
      ref={form.formRef}
      method="post"
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void form.submit()
      }}
    >
      {saveFailure?.kind === 'refused' ? <Alert color="red">{saveFailure.text}</Alert> : null}
      {saveFailure?.kind === 'offline' ? <Alert color="yellow">{t('admin.form.offline')}</Alert> : null}
      {children}
      <div className={styles.save}>
        <Button
          type="submit"
          size="md"
          loading={saving}
          loaderProps={{ type: 'dots' }}
          leftSection={<IconDeviceFloppy size={20} aria-hidden />}
        >
          {saveLabel ?? t('admin.form.save')}
        </Button>
        {actions}
        <span role="status">{saving ? t('messages.saving') : ''}</span>
      </div>
      {saveFailure?.kind === 'stale' ? (
        <EditConflictDialog
          differences={differences?.(saveFailure.theirs, form.values) ?? []}
          onKeepMine={() => void form.submit(saveFailure.version)}
          onTakeTheirs={() => form.replaceValues(saveFailure.theirs, saveFailure.version)}
          onClose={form.clearFailure}
        />
      ) : null}
      {blocker.state === 'blocked' ? (
        <AdminConfirmDialog
          title={t('admin.form.unsavedTitle')}
          text={t('admin.form.unsaved')}
          action={t('admin.form.leave')}
          onClose={() => blocker.reset()}
          onConfirm={() => blocker.proceed()}
        />
      ) : null}
    </form>
  )
}

/** Shows a page with a link back, a title and a `RecordForm`. */
export function RecordFormPage<V extends object>({ title, backTo, backText, extra, ...body }: Props<V>) {
  const { t } = useTranslation()
  return (
    <Stack gap="lg" maw={1100}>
      <Group justify="space-between" align="flex-end">
        <div>
          {backTo ? (
            <Anchor component={Link} to={backTo} size="sm">
              {backText ?? t('admin.form.back')}
            </Anchor>
          ) : null}
          <Title order={1} size="h2">
            {title}
          </Title>
        </div>
        {extra}
      </Group>
      <RecordForm {...body} />
    </Stack>
  )
}
