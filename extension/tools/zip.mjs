/**
 * Writes a zip archive with fixed dates and without owners, so that equal content
 * gives equal bytes.
 */
import zlib from 'node:zlib';

const date = 0x21; // 1 January 1980, the earliest date of the format

/**
 * @param {[string, Buffer][]} entries names with / and content
 * @returns {Buffer}
 */
export const zip = (entries) => {
  const locals = [];
  const central = [];
  let offset = 0;
  for (const [name, content] of entries) {
    const packed = zlib.deflateRawSync(content, { level: 9 });
    const path = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0); // version needed
    common.writeUInt16LE(0x0800, 2); // names are UTF-8
    common.writeUInt16LE(8, 4); // deflate
    common.writeUInt16LE(date, 8);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(path.length, 22);
    locals.push(Buffer.from('PK\x03\x04', 'latin1'), common, path, packed);
    const extra = Buffer.alloc(14);
    extra.writeUInt32LE(offset, 10);
    central.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, extra, path);
    offset += 30 + path.length + packed.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
};

const table = Array.from({ length: 256 }, (_, n) => {
  for (let bit = 0; bit < 8; bit++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
  return n >>> 0;
});

/** @param {Buffer} bytes */
const crc32 = (bytes) => {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = table[(crc ^ byte) & 0xff] ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
};
