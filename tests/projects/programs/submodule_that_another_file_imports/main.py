"""A package shows a module that it does not import itself, once another file has imported that."""
import other
import parts

loss = parts.losses.add(other.net)
loss.backward()
loss.backward()
loss = parts.losses.make(other.net)
loss.backward()
loss.backward()  # expect: RTG101
