// Ends this process when its parent, which has the other end of its input, has ended.
process.stdin
  .on('end', () => process.exit(1))
  .on('error', () => process.exit(1))
  .resume()
process.stdin.unref()
