import { Alert, Button, Group, SimpleGrid, Text } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { UserRecord } from '#contract/accounts/user.ts'
import { isMinor } from '#contract/people/teams/age.ts'
import { FormSection } from '#web/admin/shared/form-page.tsx'
import { useHasPermission } from '#web/admin/shared/use-has-permission.ts'
import { formatCalendarDate } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { useToday } from '#web/shared/use-current-time.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import { EraseUserOrRefuseRequestDialog } from './erasure-decision-dialog.tsx'

/**
 * Shows the registration data of a user, which administrators cannot edit, and a button that erases the user.
 */
export function UserRegistrationAndEraseSection({
  user,
  onChanged,
}: {
  user: UserRecord
  onChanged: () => void
}) {
  const { t } = useTranslation()
  const mayErase = useHasPermission('privacy')
  const lang = useLang()
  const { formatDate } = useDateFormat()
  const navigate = useNavigate()
  const today = useToday()
  const [open, setOpen] = useState(false)
  const { guardian, birthDate } = user
  const facts = [
    {
      label: t('userFields.labels.birthDate'),
      text: birthDate
        ? `${formatCalendarDate(birthDate, lang)}${isMinor(birthDate, today) ? ` (${t('adminUsers.minor')})` : ''}`
        : t('userFields.notGiven'),
    },
    { label: t('userFields.labels.school'), text: user.school || t('userFields.notGiven') },
    {
      label: t('userFields.labels.nationalId'),
      text: user.nationalId ?? t('userFields.notGiven'),
      ltr: true,
    },
    {
      label: t('adminUsers.emailConfirmed'),
      text: user.emailConfirmedAt ? formatDate(user.emailConfirmedAt) : t('adminUsers.notConfirmed'),
    },
    {
      label: t('userFields.labels.guardian'),
      text: guardian
        ? t('adminUsers.guardianOf', {
            name: guardian.name,
            contact: guardian.contact,
            day: formatDate(guardian.consentAt),
            version: guardian.textVersion,
          })
        : t('adminUsers.noGuardian'),
    },
  ]
  return (
    <FormSection title={t('adminUsers.sections.registered')}>
      {user.erasureRequestedAt ? (
        <Alert color="red">
          {t('adminUsers.erasure.open', { day: formatDate(user.erasureRequestedAt) })}
        </Alert>
      ) : user.unusedNoticeAt ? (
        <Alert color="yellow">
          {t('adminUsers.erasure.unused', { day: formatDate(user.unusedNoticeAt) })}
        </Alert>
      ) : null}
      <SimpleGrid cols={{ base: 1, sm: 2 }} component="dl" m={0}>
        {facts.map(({ label, text, ltr }) => (
          <div key={label}>
            <Text component="dt" size="sm" fw={600}>
              {label}
            </Text>
            <Text component="dd" m={0}>
              <bdi dir={ltr ? 'ltr' : undefined}>{text}</bdi>
            </Text>
          </div>
        ))}
      </SimpleGrid>
      {user.role === 'admin' || !mayErase ? null : (
        <Group>
          <Button variant="default" onClick={() => setOpen(true)}>
            {t(user.erasureRequestedAt ? 'adminUsers.erasure.decide' : 'adminUsers.erasure.eraseThis')}
          </Button>
        </Group>
      )}
      {open ? (
        <EraseUserOrRefuseRequestDialog
          user={user}
          onClose={() => setOpen(false)}
          onDone={(decision) => {
            setOpen(false)
            if (decision === 'erase') void navigate('/admin/users')
            else onChanged()
          }}
        />
      ) : null}
    </FormSection>
  )
}
