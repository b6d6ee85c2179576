// An address of the web as a link.

/** Only addresses of the web become links. */
export const WebAddress = ({ url }: { url: string }) =>
  /^https?:\/\//.test(url) ? (
    <a href={url} target="_blank" rel="noreferrer" className="break-all text-accent underline">
      {url}
    </a>
  ) : (
    url
  )
