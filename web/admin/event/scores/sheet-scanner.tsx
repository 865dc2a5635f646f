import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type PrintedSheet, parsePrintedSheetAddress } from '#contract/event/scores/sheet-link.ts'
import { CameraQrCodeScanner, canScanWithCamera } from '#web/shared/scanner/camera-scanner.tsx'
import { useTranslation } from '#web/shared/texts.ts'
import { IconCamera, IconQrcode } from '#web/shared/ui/icons.ts'
import { toast } from '#web/shared/ui/toast.ts'

type Props = { eventId: string; onSheet: (sheet: PrintedSheet) => void }

/** Reads the QR code of a printed score sheet with the camera, or as the text that a hand scanner types. */
export function SheetScanner({ eventId, onSheet }: Props) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [isScanning, setScanning] = useState(false)
  const [error, setError] = useState<string>()
  const read = (code: string) => {
    const sheet = parsePrintedSheetAddress(eventId, code)
    setError(sheet ? undefined : t('adminScores.sheet.unreadable'))
    if (!sheet) return
    setText('')
    onSheet(sheet)
  }
  return (
    <Stack gap="xs">
      <form
        onSubmit={(submitted) => {
          submitted.preventDefault()
          read(text)
        }}
      >
        <Group align="flex-start">
          <TextInput
            style={{ flex: '1 1 220px' }}
            dir="ltr"
            leftSection={<IconQrcode size={18} aria-hidden />}
            label={t('adminScores.sheet.label')}
            description={t('adminScores.sheet.hint')}
            value={text}
            maxLength={300}
            autoComplete="off"
            data-autofocus
            error={error}
            onChange={(change) => setText(change.currentTarget.value)}
          />
        </Group>
      </form>
      {canScanWithCamera() ? (
        <Button
          variant="default"
          leftSection={<IconCamera size={18} aria-hidden />}
          onClick={() => setScanning(!isScanning)}
        >
          {t(isScanning ? 'adminJudging.checkIn.stopCamera' : 'adminJudging.checkIn.camera')}
        </Button>
      ) : null}
      {isScanning ? (
        <CameraQrCodeScanner
          label={t('adminJudging.checkIn.camera')}
          onCode={read}
          onFailure={() => {
            setScanning(false)
            toast.error(t('adminJudging.checkIn.noCamera'))
          }}
        />
      ) : null}
    </Stack>
  )
}
