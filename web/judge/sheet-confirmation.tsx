import { Alert, Button, Checkbox, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '#web/shared/texts.ts'
import styles from './judge.module.css'

type Props = {
  title: ReactNode
  /** The filled-in sheet. */
  children: ReactNode
  /** Why the server would reject the sheet, by what this device knows. */
  refusal: string | undefined
  isOnline: boolean
  isSaving: boolean
  onConfirm: () => void
  onBack: () => void
}

/**
 * Shows a filled-in sheet to the captain of the team, who confirms it. A sheet that the server would reject cannot be confirmed; without a connection the judge can say
 * that the organizers know better than this device.
 */
export function SheetConfirmation({ title, children, refusal, isOnline, isSaving, onConfirm, onBack }: Props) {
  const { t } = useTranslation()
  const [isAllowed, setAllowed] = useState(false)
  const canConfirm = refusal === undefined || (!isOnline && isAllowed)
  return (
    <Stack gap="lg">
      <Title order={1} size="h3">
        {title}
      </Title>
      {children}
      {refusal === undefined ? (
        <Alert>{t('judge.confirm.text')}</Alert>
      ) : (
        <Alert color="red" role="alert">
          <Stack gap="sm">
            <Text fw={600}>{refusal}</Text>
            <Text>{t('judge.confirm.refused')}</Text>
            {isOnline ? null : (
              <Checkbox
                size="md"
                label={t('judge.confirm.allowed')}
                checked={isAllowed}
                onChange={(event) => setAllowed(event.currentTarget.checked)}
              />
            )}
          </Stack>
        </Alert>
      )}
      <Button size="xl" h="auto" mih={80} py="xs" className={styles.wrapping} disabled={!canConfirm} loading={isSaving} onClick={onConfirm}>
        {t('judge.confirm.captain')}
      </Button>
      <Button size="lg" variant="default" onClick={onBack}>
        {t('judge.confirm.back')}
      </Button>
    </Stack>
  )
}
