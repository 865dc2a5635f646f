import { Alert, Button, Stack, Text, TextInput, Title } from '@mantine/core'
import { useEffect, useState } from 'react'
import { maxTypedCodeLength } from '#contract/event/judging/judge-code.ts'
import { ApiError } from '#web/shared/api/call.ts'
import { CameraQrCodeScanner, canScanWithCamera } from '#web/shared/scanner/camera-scanner.tsx'
import { useTranslation } from '#web/shared/texts.ts'
import { IconCamera } from '#web/shared/ui/icons.ts'
import type { Judge } from './use-judge-app.ts'

/**
 * Signs a judge in with the code that an administrator printed. A code in the address is removed from it at
 * once.
 */
export function JudgeSignIn({ judge, onOpenQueue }: { judge: Judge; onOpenQueue: () => void }) {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const [error, setError] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [isScanning, setScanning] = useState(false)
  const isEnded = judge.session?.isEnded === true
  const unsent = judge.queue.filter(({ state }) => state !== 'sent').length
  const signIn = async (typed: string) => {
    setBusy(true)
    setError('')
    try {
      await judge.signIn(typed)
    } catch (failure) {
      const isOffline = failure instanceof ApiError && failure.code === 'offline'
      setError(isOffline ? t('judge.signIn.offline') : failure instanceof Error ? failure.message : '')
      setBusy(false)
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads the address once
  useEffect(() => {
    const { hash, pathname, search } = window.location
    if (!hash.startsWith('#code=')) return
    window.history.replaceState(window.history.state, '', `${pathname}${search}`)
    void signIn(hash)
  }, [])
  return (
    <form
      onSubmit={(submitted) => {
        submitted.preventDefault()
        void signIn(code)
      }}
    >
      <Stack>
        <Title order={1} size="h2">
          {t('judge.signIn.title')}
        </Title>
        {isEnded ? <Alert color="red">{t('judge.signIn.ended')}</Alert> : null}
        {unsent > 0 ? (
          <Alert color="yellow">
            <Stack gap="xs" align="flex-start">
              {t('judge.signIn.unsent', { count: unsent })}
              <Button variant="default" onClick={onOpenQueue}>
                {t('judge.queue.title')}
              </Button>
            </Stack>
          </Alert>
        ) : null}
        <Text>{t('judge.signIn.text')}</Text>
        <TextInput
          size="xl"
          dir="ltr"
          label={t('judge.signIn.code')}
          placeholder="XXXX-XXXX-XXXX"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={maxTypedCodeLength}
          value={code}
          error={error}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Button type="submit" size="xl" loading={isBusy} disabled={code.trim() === ''}>
          {t('judge.signIn.submit')}
        </Button>
        {canScanWithCamera() ? (
          <Button
            size="lg"
            variant="default"
            leftSection={<IconCamera />}
            onClick={() => setScanning(!isScanning)}
          >
            {t(isScanning ? 'judge.stopCamera' : 'judge.camera')}
          </Button>
        ) : null}
        {isScanning ? (
          <CameraQrCodeScanner
            label={t('judge.camera')}
            onCode={(text) => {
              setScanning(false)
              void signIn(text)
            }}
            onFailure={() => {
              setScanning(false)
              setError(t('judge.noCamera'))
            }}
          />
        ) : null}
      </Stack>
    </form>
  )
}
