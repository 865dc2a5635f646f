import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import type { UserRecord } from '#contract/accounts/user.ts'
import { useSubmitWithToasts } from '#web/admin/shared/admin-submit.tsx'
import { FormSection } from '#web/admin/shared/form-page.tsx'
import { useHasPermission } from '#web/admin/shared/use-has-permission.ts'
import { useLoadedValueWithErrorToast } from '#web/admin/shared/use-loaded-value.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { useRootData } from '#web/shared/language.ts'
import { useSessionUser } from '#web/shared/session.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { ProviderLinkTable } from '../profile/provider-links.tsx'

/**
 * Shows the linked accounts at the sign-in provider of a user of the back office, and the button that sends an
 * invitation. Only administrators see it, where a provider is set up.
 */
export function UserProviderLinksAndInvitation({ user }: { user: UserRecord }) {
  const { signInProvider } = useRootData()
  const isAdministrator = useHasPermission('administration')
  return isAdministrator && signInProvider !== '' ? (
    <LinksAndInvitation user={user} provider={signInProvider} />
  ) : null
}

function LinksAndInvitation({ user, provider }: { user: UserRecord; provider: string }) {
  const { t } = useTranslation()
  const [version, setVersion] = useState(0)
  const { saving, save } = useSubmitWithToasts()
  // the session that removes a link stays
  const isOwn = useSessionUser()?.id === user.id
  const links = useLoadedValueWithErrorToast(
    () => adminApi.users.providerLinks.list(user.id),
    `${user.id} ${version}`,
  )
  return (
    <FormSection title={t('adminUsers.sections.provider')}>
      <Text>{t('adminUsers.provider.intro', { provider })}</Text>
      {links ? (
        <ProviderLinkTable
          links={links}
          removeText={t(isOwn ? 'adminAccount.provider.removeText' : 'adminUsers.provider.removeText')}
          remove={(linkId) => adminApi.users.providerLinks.remove(user.id, linkId)}
          onChanged={() => setVersion(version + 1)}
        />
      ) : null}
      {user.active ? (
        <Button
          variant="default"
          style={{ alignSelf: 'start' }}
          loading={saving}
          onClick={() => void save(() => adminApi.users.providerLinks.invite(user.id))}
        >
          {t('adminUsers.provider.invite')}
        </Button>
      ) : null}
    </FormSection>
  )
}
