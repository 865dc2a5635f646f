import { Alert, Button, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import type { Account } from '#contract/accounts/account.schema.ts'
import type { Passkey } from '#contract/accounts/passkey.schema.ts'
import { passkeyNameMaxLength } from '#contract/accounts/session.ts'
import { useSubmitWithToasts } from '#web/admin/shared/admin-submit.tsx'
import { AdminConfirmDialog } from '#web/admin/shared/dialog.tsx'
import { Form, useForm } from '#web/admin/shared/form-dialog.tsx'
import { StackedTable } from '#web/admin/shared/stacked-table.tsx'
import { createPasskeyInBrowser } from '#web/shared/accounts/session/passkeys.ts'
import { isWebAuthnSupported } from '#web/shared/accounts/session/use-sign-in.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'

type TableProps = { passkeys: readonly Passkey[]; onChanged: () => void }
type Props = TableProps & {
  account: Pick<Account, 'secondFactor' | 'hasAuthenticatorApp'>
  /** Gets the recovery codes of the first second factor of the account. */
  onCodes: (recoveryCodes: string[]) => void
}

/** Shows the passkeys of the signed-in user, each with a button that removes it, and the form that adds one. */
export function PasskeySection({ account, passkeys, onChanged, onCodes }: Props) {
  const { t } = useTranslation()
  const form = useForm({
    initialValues: { name: '' },
    required: ['name'],
    send: async ({ name }) => {
      const options = await adminApi.account.startAddingPasskey()
      const credential = await createPasskeyInBrowser(options, {
        unused: t('adminAccount.passkeys.unused'),
        known: t('adminAccount.passkeys.known'),
      })
      return adminApi.account.addPasskey(name, credential)
    },
    onSaved: ({ recoveryCodes }) => {
      form.set({ name: '' })
      if (recoveryCodes.length > 0) onCodes(recoveryCodes)
      else onChanged()
    },
  })
  const intro = account.hasAuthenticatorApp ? 'intro' : account.secondFactor ? 'introWithoutApp' : 'introOff'
  return (
    <Paper withBorder p="lg">
      <Stack>
        <Title order={2} size="h4">
          {t('adminAccount.passkeys.title')}
        </Title>
        <Text>{t(`adminAccount.passkeys.${intro}`)}</Text>
        {passkeys.length > 0 ? <PasskeyTable passkeys={passkeys} onChanged={onChanged} /> : null}
        {isWebAuthnSupported() ? (
          <Form form={form}>
            <TextInput
              name="name"
              label={t('adminAccount.passkeys.name')}
              description={t('adminAccount.passkeys.nameHint')}
              maxLength={passkeyNameMaxLength}
              dir="auto"
              autoComplete="off"
              withAsterisk
              aria-required
              {...form.getInputProps('name')}
            />
            <Button type="submit" loading={form.submitting} style={{ alignSelf: 'start' }}>
              {t('adminAccount.passkeys.add')}
            </Button>
          </Form>
        ) : (
          <Alert>{t('adminAccount.passkeys.unsupported')}</Alert>
        )}
      </Stack>
    </Paper>
  )
}

function PasskeyTable({ passkeys, onChanged }: TableProps) {
  const { t, tAttribute } = useTranslation()
  const { formatDateTime } = useDateFormat()
  const [asked, setAsked] = useState<Passkey>()
  const { saving, save } = useSubmitWithToasts()
  return (
    <>
      <StackedTable
        label={t('adminAccount.passkeys.title')}
        minWidth={520}
        rows={passkeys}
        getKey={({ id }) => id}
        columns={[
          { title: t('adminAccount.passkeys.name'), render: ({ name }) => <bdi>{name}</bdi> },
          { title: t('adminAccount.passkeys.since'), render: ({ createdAt }) => formatDateTime(createdAt) },
          {
            title: t('adminAccount.passkeys.lastUsed'),
            render: ({ lastUsedAt }) =>
              lastUsedAt ? formatDateTime(lastUsedAt) : t('adminAccount.passkeys.never'),
          },
          {
            title: t('admin.list.actions'),
            isActions: true,
            render: (passkey) => (
              <Button
                size="xs"
                variant="default"
                aria-label={tAttribute('adminAccount.passkeys.removeOf', { name: passkey.name })}
                onClick={() => setAsked(passkey)}
              >
                {t('adminAccount.passkeys.remove')}
              </Button>
            ),
          },
        ]}
      />
      {asked ? (
        <AdminConfirmDialog
          title={t('adminAccount.passkeys.removeSure', { name: asked.name })}
          action={t('adminAccount.passkeys.remove')}
          busy={saving}
          onClose={() => setAsked(undefined)}
          onConfirm={() =>
            void save(async () => {
              await adminApi.account.removePasskey(asked.id)
              return { msg: t('messages.updated') }
            }, onChanged).then(() => setAsked(undefined))
          }
        />
      ) : null}
    </>
  )
}
