import { Alert, Button, Checkbox, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '#web/shared/texts.ts'
import styles from './judge.module.css'

type SheetConfirmationProps = {
  title: ReactNode
  /**
   * Who confirms: the captain of a team, the judge of a panel alone, or the captains of both sides of a
   * match.
   */
  kind: 'team' | 'panel' | 'match'
  /** What is confirmed. */
  children: ReactNode
  /** Why the server would reject the sheet, by what this device knows. */
  refusal: string | undefined
  isOnline: boolean
  isSaving: boolean
  onConfirm: () => void
  onBack: () => void
}

const confirmTexts = {
  team: { text: 'judge.confirm.text', action: 'judge.confirm.captain' },
  panel: { text: 'judge.confirm.own', action: 'judge.confirm.send' },
  match: { text: 'judge.match.confirm', action: 'judge.match.captains' },
} as const

/**
 * Shows a filled-in sheet to those who confirm it. A sheet that the server would reject cannot be confirmed;
 * without a connection the judge can say that the administrators allowed it.
 */
export function SheetConfirmation({
  title,
  kind,
  children,
  refusal,
  isOnline,
  isSaving,
  onConfirm,
  onBack,
}: SheetConfirmationProps) {
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
        <Alert>{t(confirmTexts[kind].text)}</Alert>
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
      <Button
        size="xl"
        h="auto"
        mih={80}
        py="xs"
        className={styles.wrapping}
        disabled={!canConfirm}
        loading={isSaving}
        onClick={onConfirm}
      >
        {t(confirmTexts[kind].action)}
      </Button>
      <Button size="lg" variant="default" onClick={onBack}>
        {t('judge.confirm.back')}
      </Button>
    </Stack>
  )
}
