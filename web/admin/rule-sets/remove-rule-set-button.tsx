import { Button } from '@mantine/core'
import { useState } from 'react'
import type { RuleSetPreview } from '#contract/rule-set.ts'
import { useAdminSubmit } from '#web/admin/shared/use-admin-submit.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'
import { RankChangesDialog } from './rank-changes-dialog.tsx'

type Props = { eventId: string; version: number | null; onRemoved: () => void }

/** Returns an event to the standard ranking, after a dialog with the changed ranks. */
export function RemoveRuleSetButton({ eventId, version, onRemoved }: Props) {
  const { t } = useTranslation()
  const [preview, setPreview] = useState<RuleSetPreview>()
  const { submitting, submit } = useAdminSubmit()
  const run = async (work: () => Promise<void>) => {
    const failed = await submit(work)
    if (failed) toast.error(failed.message)
  }
  const showPreview = () => run(async () => setPreview(await adminApi.ruleSets.preview(eventId, null)))
  const remove = () =>
    run(async () => {
      const { msg } = await adminApi.ruleSets.save(eventId, null, version)
      setPreview(undefined)
      toast.success(msg)
      onRemoved()
    })
  return (
    <>
      <Button variant="default" loading={submitting && !preview} onClick={() => void showPreview()}>
        {t('adminRuleSets.remove')}
      </Button>
      {preview ? (
        <RankChangesDialog
          title={t('adminRuleSets.removeTitle')}
          text={t('adminRuleSets.removeText')}
          action={t('adminRuleSets.remove')}
          preview={preview}
          busy={submitting}
          onClose={() => setPreview(undefined)}
          onConfirm={() => void remove()}
        />
      ) : null}
    </>
  )
}
