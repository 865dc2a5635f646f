import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { ProviderLink } from '#contract/accounts/sign-in-provider.schema.ts'
import {
  ErrorAlert,
  useSubmitWithInvalidFieldFocus,
  useSubmitWithToasts,
} from '#web/admin/shared/admin-submit.tsx'
import { AdminConfirmDialog } from '#web/admin/shared/dialog.tsx'
import { StackedTable } from '#web/admin/shared/stacked-table.tsx'
import { leaveForProvider } from '#web/shared/accounts/session/provider-requests.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { useLang, useRootData } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'

type TableProps = {
  links: readonly ProviderLink[]
  /** What the dialog says before a link is removed. */
  removeText: string
  remove: (linkId: string) => Promise<void>
  onChanged: () => void
}

/** Shows the accounts at the sign-in provider that are linked to an account, each with a button that removes it. */
export function ProviderLinkTable({ links, removeText, remove, onChanged }: TableProps) {
  const { t } = useTranslation()
  const { formatDateTime } = useDateFormat()
  const [asked, setAsked] = useState<ProviderLink>()
  const { saving, save } = useSubmitWithToasts()
  if (links.length === 0) return <Text>{t('adminAccount.provider.none')}</Text>
  return (
    <>
      <StackedTable
        label={t('adminAccount.tabs.provider')}
        minWidth={560}
        rows={links}
        getKey={({ id }) => id}
        columns={[
          {
            title: t('adminAccount.provider.issuer'),
            render: ({ issuer }) => <bdi dir="ltr">{issuer}</bdi>,
          },
          { title: t('adminAccount.provider.since'), render: ({ createdAt }) => formatDateTime(createdAt) },
          {
            title: t('adminAccount.provider.lastUsed'),
            render: ({ lastUsedAt }) =>
              lastUsedAt ? formatDateTime(lastUsedAt) : t('adminAccount.provider.never'),
          },
          {
            title: t('admin.list.actions'),
            isActions: true,
            render: (link) => (
              <Button size="xs" variant="default" onClick={() => setAsked(link)}>
                {t('adminAccount.provider.remove')}
              </Button>
            ),
          },
        ]}
      />
      {asked ? (
        <AdminConfirmDialog
          title={t('adminAccount.provider.removeSure')}
          text={removeText}
          action={t('adminAccount.provider.remove')}
          busy={saving}
          onClose={() => setAsked(undefined)}
          onConfirm={() =>
            void save(async () => {
              await remove(asked.id)
              return { msg: t('messages.updated') }
            }, onChanged).then(() => setAsked(undefined))
          }
        />
      ) : null}
    </>
  )
}

/** Shows the linked accounts at the sign-in provider of the signed-in user, and the button that links another. */
export function ProviderSection({
  links,
  onChanged,
}: {
  links: readonly ProviderLink[]
  onChanged: () => void
}) {
  const { t } = useTranslation()
  const lang = useLang()
  const { signInProvider: provider } = useRootData()
  const { failure, submitting, submit } = useSubmitWithInvalidFieldFocus()
  const link = () =>
    submit(() =>
      leaveForProvider({ purpose: 'link' }, lang, (secret) => adminApi.account.startProvider(secret, 'link')),
    )
  return (
    <Stack maw={800}>
      <Text>{t('adminAccount.provider.intro', { provider })}</Text>
      <ErrorAlert message={failure?.message} />
      <ProviderLinkTable
        links={links}
        removeText={t('adminAccount.provider.removeText')}
        remove={adminApi.account.removeProviderLink}
        onChanged={onChanged}
      />
      {provider ? (
        <Button style={{ alignSelf: 'start' }} loading={submitting} onClick={() => void link()}>
          {t('adminAccount.provider.link', { provider })}
        </Button>
      ) : null}
    </Stack>
  )
}
