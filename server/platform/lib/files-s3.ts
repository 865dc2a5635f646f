import { Readable } from 'node:stream'
import { AppError } from './app-error.ts'
import type { FileStore, PartedFile, UploadFolder } from './files.ts'
import { getMediaType, isValidFileName, streamWithAssertedSize } from './stored-files.ts'

/**
 * Parses `STORAGE_URL`: `s3://bucket/prefix?region=…&endpoint=https://…`. The endpoint is for services other
 * than AWS. The credentials are user and password of the URL, or those of the usual AWS environment variables
 * or role.
 */
const parseS3StorageUrl = (url: string) => {
  const { hostname, pathname, searchParams, username, password } = new URL(url)
  const prefix = decodeURIComponent(pathname).replace(/^\/+|\/+$/g, '')
  return {
    bucket: hostname,
    prefix: prefix ? `${prefix}/` : '',
    region: searchParams.get('region') ?? process.env.AWS_REGION ?? 'us-east-1',
    endpoint: searchParams.get('endpoint') ?? undefined,
    credentials: username
      ? { accessKeyId: decodeURIComponent(username), secretAccessKey: decodeURIComponent(password) }
      : undefined,
  }
}

const ignore = () => {}
const isMissing = (error: unknown) =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode === 404

/**
 * Milliseconds after which a bucket counts as away: without a connection, and without a byte on it. The
 * client of S3 alone would wait for ever.
 */
const timeouts = { connectionTimeout: 5000, socketTimeout: 30_000 }

/** Returns true when the bucket did not reply, or with a status from 500. */
const isAway = (error: unknown) => {
  const { name, code, $metadata } = error as {
    name?: string
    code?: unknown
    $metadata?: { httpStatusCode?: number }
  }
  const status = $metadata?.httpStatusCode
  return status === undefined ? name === 'TimeoutError' || typeof code === 'string' : status >= 500
}

/**
 * Creates a file store in an S3 bucket. S3 shows an object only when its upload is complete. The client is
 * large and is loaded on first use. Throws `files-away` while the bucket cannot be reached.
 */
export const createS3FileStore = <Folder extends string = UploadFolder>(url: string): FileStore<Folder> => {
  const { bucket, prefix, region, endpoint, credentials } = parseS3StorageUrl(url)
  const connect = async () => {
    const sdk = await import('@aws-sdk/client-s3')
    const client = new sdk.S3Client({
      region,
      // errors are thrown: the client must not print them, too
      logger: { debug: ignore, info: ignore, warn: ignore, error: ignore },
      // other services do not all support the newer checksums
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: timeouts,
      ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
      ...(credentials ? { credentials } : {}),
    })
    // outside of the retries of the client
    client.middlewareStack.add(
      (next) => async (args) => {
        try {
          return await next(args)
        } catch (error) {
          throw isAway(error) ? new AppError('files-away', [], undefined, { cause: error }) : error
        }
      },
      { step: 'initialize' },
    )
    return { sdk, client }
  }
  let connected: ReturnType<typeof connect> | undefined
  const getClient = () => {
    connected ??= connect()
    return connected
  }
  const getObjectKey = (folder: Folder, name: string) => ({
    Bucket: bucket,
    Key: `${prefix}${folder}/${name}`,
  })

  const getPartsKey = ({ folder, name, partsId }: PartedFile<Folder>) => ({
    ...getObjectKey(folder, name),
    UploadId: partsId,
  })
  const assertValidName = (name: string) => {
    if (!isValidFileName(name)) throw new TypeError(`Invalid name of a stored file: ${name}`)
  }

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
      assertValidName(name)
      const { sdk, client } = await getClient()
      await client.send(
        new sdk.PutObjectCommand({
          ...getObjectKey(folder, name),
          Body: bytes,
          ContentType: type,
          ContentLength: bytes.byteLength,
        }),
      )
    },
    startParts: async (folder, name, type) => {
      assertValidName(name)
      const { sdk, client } = await getClient()
      const { UploadId } = await client.send(
        new sdk.CreateMultipartUploadCommand({ ...getObjectKey(folder, name), ContentType: type }),
      )
      if (!UploadId) throw new Error('The bucket began no multipart upload')
      return UploadId
    },
    putPart: async (file, { number, size, source }) => {
      const { sdk, client } = await getClient()
      const body = Readable.from(streamWithAssertedSize(source, size), { objectMode: false })
      // the client does not listen for errors of the stream all the time, and an error without a listener
      // would end the process
      const failed = new Promise<never>((_, reject) => body.once('error', reject))
      const controller = new AbortController()
      const command = new sdk.UploadPartCommand({
        ...getPartsKey(file),
        PartNumber: number,
        Body: body,
        ContentLength: size,
      })
      const { ETag } = await Promise.race([
        client.send(command, { abortSignal: controller.signal }),
        failed,
      ]).catch((error: unknown) => {
        controller.abort()
        throw body.errored ?? error
      })
      if (!ETag) throw new Error('The bucket returned no tag for a part')
      return ETag
    },
    completeParts: async (file, tags) => {
      const { sdk, client } = await getClient()
      await client.send(
        new sdk.CompleteMultipartUploadCommand({
          ...getPartsKey(file),
          MultipartUpload: { Parts: tags.map((ETag, index) => ({ ETag, PartNumber: index + 1 })) },
        }),
      )
    },
    abortParts: async (file) => {
      const { sdk, client } = await getClient()
      await nullIfMissing(() => client.send(new sdk.AbortMultipartUploadCommand(getPartsKey(file))))
    },
    // no temporary objects exist: `put` is atomic, and `abortParts` removes the parts of an upload
    removeUnfinished: async () => 0,
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
        return {
          size: head.ContentLength ?? 0,
          type: getMediaType(name),
          modified: head.LastModified ?? new Date(0),
        }
      })
    },
    list: async function* (folder) {
      const { sdk, client } = await getClient()
      const folderPrefix = `${prefix}${folder}/`
      for await (const page of sdk.paginateListObjectsV2(
        { client },
        { Bucket: bucket, Prefix: folderPrefix },
      ))
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
        return {
          size: size,
          type: getMediaType(name),
          modified: object.LastModified ?? new Date(0),
          stream: object.Body as Readable,
        }
      })
    },
    check: async () => {
      const { sdk, client } = await getClient()
      await client.send(new sdk.ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, MaxKeys: 1 }))
    },
  }
}
