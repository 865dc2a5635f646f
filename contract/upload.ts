/**
 * An uploaded file of a form, stored at `path` until the reply to its request is sent. `name` and `type` come from the client and are not trusted. Only the
 * parser of forms creates one: a JSON body that looks like it is not an instance.
 */
export class Upload {
  readonly name: string
  readonly type: string
  readonly path: string
  /** In bytes. */
  readonly size: number

  constructor({ name, type, path, size }: { name: string; type: string; path: string; size: number }) {
    this.name = name
    this.type = type
    this.path = path
    this.size = size
  }
}
