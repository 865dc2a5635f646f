import { Textarea } from '@mantine/core'
import { useState } from 'react'
import type { Certificate } from '#contract/certificate.ts'
import { formatJudgeCode } from '#contract/rules/judge-code.ts'
import { ConfirmDialog } from '#web/admin/shared/confirm-dialog.tsx'
import { useTranslation } from '#web/shared/texts.ts'

type Props = {
  certificate: Certificate
  busy: boolean
  error: string | undefined
  onClose: () => void
  onConfirm: (reason: string) => void
}

/** Asks for the reason before a certificate is revoked. */
export function ReasonDialog({ certificate: { code, name, teamName }, busy, error, onClose, onConfirm }: Props) {
  const { t } = useTranslation()
  const [reason, setReason] = useState('')
  const holder = [name || teamName, `\u2066${formatJudgeCode(code)}\u2069`].filter(Boolean).join(' · ')
  return (
    <ConfirmDialog
      title={t('adminPublishing.certificates.revokeQuestion')}
      text={t('adminPublishing.certificates.revokeText', { code: `\u2068${holder}\u2069` })}
      action={t('adminPublishing.certificates.revoke')}
      busy={busy}
      onClose={onClose}
      onConfirm={() => onConfirm(reason)}
    >
      <Textarea
        label={t('adminPublishing.reason')}
        description={t('adminPublishing.reasonHint')}
        required
        autosize
        minRows={2}
        dir="auto"
        maxLength={500}
        value={reason}
        error={error}
        onChange={(change) => setReason(change.currentTarget.value)}
      />
    </ConfirmDialog>
  )
}
