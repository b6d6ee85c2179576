// Ends this process when its parent, which has the other end of its input, has ended.
process.stdin.on('close', () => process.exit(1)).resume()
process.stdin.unref()
