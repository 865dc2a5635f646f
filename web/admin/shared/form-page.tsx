import { Alert, Anchor, Button, Fieldset, Group, Stack, Title } from '@mantine/core'
import { IconDeviceFloppy } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTranslation } from '#web/shared/texts.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { EditConflictDialog, type FieldDifference } from './edit-conflict-dialog.tsx'
import styles from './form-page.module.css'
import type { RecordFormState } from './use-record-form.ts'

type BodyProps<V extends object> = {
  form: RecordFormState<V>
  /** What a save of the other differs in from what is typed here. */
  differences?: ((theirs: V, mine: V) => FieldDifference[]) | undefined
  children: ReactNode
}
type Props<V extends object> = BodyProps<V> & {
  title: string
  /** The list that the record stands in. */
  backTo?: string
  /** What leads there, where it is no list. */
  backText?: string
  extra?: ReactNode
}

/** A part of a form under its own heading. */
export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Fieldset legend={title} className={styles.section}>
      <Stack>{children}</Stack>
    </Fieldset>
  )
}

/** A form with its Save, which stays in sight, and the dialogs for whatever can come between. */
export function RecordForm<V extends object>({ form, differences, children }: BodyProps<V>) {
  const { t } = useTranslation()
  const { trouble, saving, blocker } = form
  return (
    <form
      ref={form.form}
      method="post"
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void form.submit()
      }}
    >
      {trouble?.kind === 'refused' ? <Alert color="red">{trouble.text}</Alert> : null}
      {trouble?.kind === 'offline' ? <Alert color="yellow">{t('admin.form.offline')}</Alert> : null}
      {children}
      <div className={styles.save}>
        <Button
          type="submit"
          size="md"
          loading={saving}
          loaderProps={{ type: 'dots' }}
          leftSection={<IconDeviceFloppy size={20} aria-hidden />}
        >
          {t('admin.form.save')}
        </Button>
        <span role="status">{saving ? t('messages.saving') : ''}</span>
      </div>
      {trouble?.kind === 'stale' ? (
        <EditConflictDialog
          differences={differences?.(trouble.theirs, form.values) ?? []}
          onMine={() => void form.submit(trouble.version)}
          onTheirs={() => form.take(trouble.theirs, trouble.version)}
          onClose={form.forget}
        />
      ) : null}
      {blocker.state === 'blocked' ? (
        <ConfirmDialog
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

/** The page of every form: way back and title above the form. */
export function FormPage<V extends object>({ title, backTo, backText, extra, ...body }: Props<V>) {
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
