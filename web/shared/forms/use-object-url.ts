import { useEffect, useState } from 'react'

/**
 * Returns a URL that shows a file on this page, undefined without a file. The URL is revoked when the file
 * changes.
 */
export const useObjectUrl = (file: File | null | undefined): string | undefined => {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!file) return setUrl(undefined)
    const created = URL.createObjectURL(file)
    setUrl(created)
    return () => URL.revokeObjectURL(created)
  }, [file])
  return url
}
