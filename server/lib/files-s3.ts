import type { Readable } from 'node:stream'
import { getMediaType, isValidFileName } from './file-names.ts'
import type { FileStore, UploadFolder } from './files.ts'

/**
 * Parses `STORAGE_URL`: `s3://bucket/prefix?region=…&endpoint=https://…`. The endpoint is for services other than AWS. The credentials are user and
 * password of the URL, or those of the usual AWS environment variables or role.
 */
export const parseStorageUrl = (url: string) => {
  const { hostname, pathname, searchParams, username, password } = new URL(url)
  const prefix = decodeURIComponent(pathname).replace(/^\/+|\/+$/g, '')
  return {
    bucket: hostname,
    prefix: prefix ? `${prefix}/` : '',
    region: searchParams.get('region') ?? process.env.AWS_REGION ?? 'us-east-1',
    endpoint: searchParams.get('endpoint') ?? undefined,
    credentials: username ? { accessKeyId: decodeURIComponent(username), secretAccessKey: decodeURIComponent(password) } : undefined,
  }
}

const isMissing = (error: unknown) => (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode === 404

/** Creates a file store in an S3 bucket. S3 shows an object only when its upload is complete. The client is large and is loaded on first use. */
export const createS3FileStore = (url: string): FileStore => {
  const { bucket, prefix, region, endpoint, credentials } = parseStorageUrl(url)
  const connect = async () => {
    const sdk = await import('@aws-sdk/client-s3')
    const client = new sdk.S3Client({
      region,
      // other services do not all support the newer checksums
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
      ...(credentials ? { credentials } : {}),
    })
    return { sdk, client }
  }
  let connected: ReturnType<typeof connect> | undefined
  const getClient = () => {
    connected ??= connect()
    return connected
  }
  const getObjectKey = (folder: UploadFolder, name: string) => ({ Bucket: bucket, Key: `${prefix}${folder}/${name}` })

  const nullIfMissing = async <T>(work: () => Promise<T>): Promise<T | null> => {
    try {
      return await work()
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  return {
    put: async (folder, name, bytes, type) => {
      if (!isValidFileName(name)) throw new TypeError(`Invalid name of a stored file: ${name}`)
      const { sdk, client } = await getClient()
      await client.send(
        new sdk.PutObjectCommand({ ...getObjectKey(folder, name), Body: bytes, ContentType: type, ContentLength: bytes.byteLength }),
      )
    },
    remove: async (folder, name) => {
      if (!isValidFileName(name)) return
      const { sdk, client } = await getClient()
      await nullIfMissing(() => client.send(new sdk.DeleteObjectCommand(getObjectKey(folder, name))))
    },
    stat: async (folder, name) => {
      if (!isValidFileName(name)) return null
      const { sdk, client } = await getClient()
      return nullIfMissing(async () => {
        const head = await client.send(new sdk.HeadObjectCommand(getObjectKey(folder, name)))
        return { size: head.ContentLength ?? 0, type: getMediaType(name), modified: head.LastModified ?? new Date(0) }
      })
    },
    list: async function* (folder) {
      const { sdk, client } = await getClient()
      const folderPrefix = `${prefix}${folder}/`
      for await (const page of sdk.paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: folderPrefix }))
        for (const { Key = '', LastModified } of page.Contents ?? []) {
          const name = Key.slice(folderPrefix.length)
          if (isValidFileName(name) && LastModified) yield { name, modified: LastModified }
        }
    },
    open: async (folder, name, range) => {
      if (!isValidFileName(name)) return null
      const { sdk, client } = await getClient()
      return nullIfMissing(async () => {
        const object = await client.send(
          new sdk.GetObjectCommand({
            ...getObjectKey(folder, name),
            ...(range ? { Range: `bytes=${range.start}-${range.end ?? ''}` } : {}),
          }),
        )
        const size = Number(object.ContentRange?.split('/')[1] ?? object.ContentLength ?? 0)
        return { size: size, type: getMediaType(name), modified: object.LastModified ?? new Date(0), stream: object.Body as Readable }
      })
    },
    check: async () => {
      const { sdk, client } = await getClient()
      await client.send(new sdk.ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, MaxKeys: 1 }))
    },
  }
}
